import Foundation

/// A verified transaction that has come in.
struct Arrival: Equatable {
    enum Source {
        case updates, unfinished, purchase
    }

    let revision: Revision
    let productID: String
    let signedDate: Date
    let source: Source
    var isRevocation = false
}

extension Arrival {
    init(_ snapshot: StoreTransactionSnapshot, source: Source) {
        self.init(
            revision: snapshot.revision, productID: snapshot.productID, signedDate: snapshot.signedDate, source: source,
            isRevocation: snapshot.revocationDate != nil
        )
    }
}
