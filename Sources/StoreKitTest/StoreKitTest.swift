// StoreKitTest
