// StoreTransactionKit
