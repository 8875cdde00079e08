import Foundation
import PurchaseLedger

/// A folder that is there while a test runs.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var file: URL { url.appending(path: "purchases.sqlite") }

    func ledger(refunds: RefundPolicy = .takeWhatIsLeft, at seconds: TimeInterval = 0) throws -> SQLiteLedger {
        try SQLiteLedger(url: file, refunds: refunds, now: { Date(timeIntervalSince1970: seconds) })
    }
}
