internal import AppStoreData

/// Tells a test how an app uses StoreKit: what the test cannot see by itself, the app says here.
///
/// `StoreKitTest` watches the calls that an app makes, and reports the mistakes that cost customers their purchases
/// (``Mistake``); see `SKTestSession.startDiagnostics()` and the trait `.storeKitDiagnostics`. Two things happen outside
/// StoreKit: the app's own work for a transaction, and what it unlocks. An app that reports them is watched there too.
/// Without a watching test each of these calls does nothing, at the cost of reading one variable.
///
/// A Linux extension: Apple's StoreKit has no such type, so write the calls inside `#if os(Linux)`.
public enum StoreKitDiagnostics {
    /// What a watched app did wrong.
    public enum Mistake: String, Hashable, Sendable, CaseIterable {
        /// Nobody listened to `Transaction.updates` while a transaction waited for longer than a launch takes.
        case lateListener
        /// A transaction that the app was given was not finished by the end of the run.
        case neverFinished
        /// `finish()` came before the app had reported its own work as durable.
        case finishedTooEarly
        /// Two listeners to `Transaction.updates`, there at the same time, both finished the same transaction.
        case twoOwners
        /// What happened while the app was closed was not looked for at the next launch.
        case notLookedForAtLaunch
        /// The app granted access for a transaction that is unverified, revoked, upgraded or expired.
        case wrongAccess
    }

    /// The place in the app's source where it reported something.
    ///
    /// StoreKit's own functions have Apple's signatures, which leave no room for the place of their call.
    public struct CallSite: Hashable, Sendable {
        /// The module and the file, as in `#fileID`.
        public let fileID: String
        public let filePath: String
        public let line: Int
        public let column: Int

        package init(fileID: String, filePath: String, line: Int, column: Int) {
            self.fileID = fileID
            self.filePath = filePath
            self.line = line
            self.column = column
        }
    }

    /// Says that whatever the app has to do for the transaction is done and cannot be lost. Call it before `finish()`.
    ///
    /// From the first such report on, a run that is watched expects one before every `finish()`.
    public static func reportDurable(
        _ transaction: Transaction, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) {
        transaction.record.device.note {
            .durable(
                TransactionRevision(transaction),
                CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
    }

    /// Says that the app's work for the transaction failed, and that it leaves the transaction unfinished to get it
    /// again.
    public static func reportDeferred(_ transaction: Transaction) {
        transaction.record.device.note { .deferred(TransactionRevision(transaction)) }
    }

    /// Says that the app grants something because of the transaction. Call it each time the app works out what to
    /// unlock.
    public static func reportAccess(
        _ result: VerificationResult<Transaction>, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) {
        result.signed.device.note {
            .granted(Sighting(result), CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
    }
}
