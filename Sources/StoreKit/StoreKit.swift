// StoreKit
