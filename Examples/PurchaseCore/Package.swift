// swift-tools-version: 6.3
import PackageDescription

// An app's purchase code as a package of its own. On Apple's platforms it stands on the system's StoreKit alone; on
// Linux the same source is built and tested over the StoreKit and StoreKitTest of the package two folders up.

#if os(Linux)
    let house: [Package.Dependency] = [.package(name: "StoreTransactionKit", path: "../..")]
    let storeKit: [Target.Dependency] = [.product(name: "StoreKit", package: "StoreTransactionKit")]
    let storeKitTest: [Target.Dependency] = [.product(name: "StoreKitTest", package: "StoreTransactionKit")]
#else
    let house: [Package.Dependency] = []
    let storeKit: [Target.Dependency] = []
    let storeKitTest: [Target.Dependency] = []
#endif

let package = Package(
    name: "PurchaseCore",
    platforms: [.iOS("18.4"), .macOS("15.4")],
    products: [.library(name: "PurchaseCore", targets: ["PurchaseCore"])],
    dependencies: house,
    targets: [
        .target(name: "PurchaseCore", dependencies: storeKit),
        .testTarget(
            name: "PurchaseCoreTests",
            dependencies: ["PurchaseCore"] + storeKit + storeKitTest,
            resources: [.copy("Sketchbook.storekit")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
