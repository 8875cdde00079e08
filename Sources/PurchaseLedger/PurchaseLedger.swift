// PurchaseLedger
