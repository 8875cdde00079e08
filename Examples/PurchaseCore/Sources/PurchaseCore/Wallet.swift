import Foundation
import StoreKit

/// How many printed pages the customer has paid for and not used, kept in one file.
///
/// StoreKit does not keep a consumable's balance: after `finish()` it forgets the purchase. So each purchase is on disk
/// before it is finished. It is kept under the transaction's identifier, because a transaction comes again when the app
/// was stopped before it could finish it, and comes once more when it is refunded.
public actor Wallet {
    private struct Book: Codable {
        /// Pages by transaction; none after a refund.
        var purchased: [UInt64: Int] = [:]
        var used = 0
    }

    private let file: URL
    private var book: Book

    /// Opens the wallet in the file, or a new one if there is no such file.
    ///
    /// - Throws: what reading it fails with. A wallet that cannot be read is not replaced by an empty one.
    public init(file: URL) throws {
        self.file = file
        if FileManager.default.fileExists(atPath: file.path) {
            book = try JSONDecoder().decode(Book.self, from: Data(contentsOf: file))
        } else {
            book = Book()
        }
    }

    /// Below zero when pages were printed and their purchase was refunded afterwards.
    public var prints: Int {
        book.purchased.values.reduce(0, +) - book.used
    }

    /// Adds what was bought, or takes back what was refunded. It is on disk when this returns.
    func record(_ transaction: Transaction) throws {
        guard let product = ProductID(rawValue: transaction.productID), product.prints > 0 else { return }
        let pages = transaction.revocationDate == nil ? product.prints * transaction.purchasedQuantity : 0
        try change { $0.purchased[transaction.id] = pages }
    }

    /// Takes pages for printing.
    ///
    /// - Throws: ``NotEnoughPrints``, and then nothing was taken.
    public func use(_ pages: Int) throws {
        guard pages > 0 else { return }
        guard pages <= prints else { throw NotEnoughPrints(wanted: pages, available: prints) }
        try change { $0.used += pages }
    }

    /// The change holds in memory only if it could be written.
    private func change(_ body: (inout Book) -> Void) throws {
        var changed = book
        body(&changed)
        try JSONEncoder().encode(changed).write(to: file, options: .atomic)
        book = changed
    }
}

public struct NotEnoughPrints: Error, Equatable {
    public let wanted: Int
    public let available: Int
}
