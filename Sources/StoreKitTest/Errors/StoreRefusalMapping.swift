internal import AppStoreSimulator

extension SKTestError {
    init(_ refusal: StoreRefusal) {
        let code: Code =
            switch refusal {
            case .noSuchProduct: .invalidProductIdentifier
            case .noSuchTransaction: .noTransactionFound
            case .noSubscription: .noSubscriptionFound
            case .invalidAction, .invalidQuantity, .invalidPurchaseDate, .tooManyPeriods, .noSuchOffer,
                .ineligibleForOffer:
                .invalidAction
            case .notSaved: .serviceUnavailable
            }
        self.init(code, refusal.description)
    }
}
