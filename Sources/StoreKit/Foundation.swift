// Apple's StoreKit re-exports Foundation, and apps rely on it: a file that imports only StoreKit uses `Date`, `Decimal`
// and `URL`. The same source has to compile here.
@_exported public import Foundation
