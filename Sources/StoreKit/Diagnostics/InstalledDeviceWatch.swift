internal import AppStoreData
internal import AppStoreSimulator

// What a watch of this device is told.
extension InstalledDevice {
    /// Tells the watch, if there is one; otherwise what would be told is not even worked out.
    func note(_ use: () -> DeviceUse?) {
        guard let watch, let use = use() else { return }
        watch(use)
    }

    func noteArrival(of object: SignedObject) {
        note {
            transaction(object).map { result in
                let transaction = result.unsafePayloadValue
                return .arrived(TransactionRevision(transaction), productID: transaction.productID)
            }
        }
    }

    /// The end of access has no transaction of its own.
    func noteLapse(_ message: SubscriptionStatusMessage) {
        switch message.state {
        case .expired, .inBillingRetryPeriod, .revoked: note { .lapsed(groupID: message.groupID) }
        default: break
        }
    }
}
