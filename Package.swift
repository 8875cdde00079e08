// swift-tools-version: 6.3
import PackageDescription

// Each target is one room of the house; its dependencies are the only doors between rooms.
// `import StoreKit` means Apple's framework on Apple's platforms and the module in this package on Linux.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

func room(_ name: String, knows doors: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: doors, swiftSettings: settings)
}

func tests(_ room: String, using doors: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(room)Tests",
        dependencies: [.init(stringLiteral: room)] + doors,
        resources: resources,
        swiftSettings: settings
    )
}

#if os(Linux)
    let storeKit: [Target.Dependency] = ["StoreKit"]
    let sqlite: [Target.Dependency] = ["CSQLite"]
#else
    let storeKit: [Target.Dependency] = []
    let sqlite: [Target.Dependency] = []
#endif

let package = Package(
    name: "StoreTransactionKit",
    platforms: [
        .iOS("18.4"), .macOS("15.4"), .macCatalyst("18.4"), .tvOS("18.4"), .watchOS("11.4"), .visionOS("2.4"),
    ],
    products: [
        .library(name: "StoreTransactionKit", targets: ["StoreTransactionKit"]),
        .library(name: "PurchaseLedger", targets: ["PurchaseLedger"]),
        .library(name: "AppStoreSimulator", targets: ["AppStoreSimulator"]),
    ],
    targets: [
        room("AppStoreData"),
        room("AppStoreSimulator", knows: ["AppStoreData"]),
        room("StoreTransactionKit", knows: storeKit),
        room("PurchaseLedger", knows: ["AppStoreData"] + sqlite),
        tests("AppStoreData"),
        tests("AppStoreSimulator", using: ["AppStoreData"], resources: [.copy("Fixtures")]),
        tests("PurchaseLedger", using: ["AppStoreData"] + sqlite),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

#if os(Linux)
    package.products += [
        .library(name: "StoreKit", targets: ["StoreKit"]),
        .library(name: "StoreKitTest", targets: ["StoreKitTest"]),
        .library(name: "SignedData", targets: ["SignedData"]),
        .executable(name: "stk", targets: ["stk"]),
    ]
    package.targets += [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
        room("SignedData", knows: ["AppStoreData", "COpenSSL", "CSimdJSON"]),
        room("StoreKit", knows: ["AppStoreSimulator", "AppStoreData", "SignedData"]),
        room("StoreKitTest", knows: ["StoreKit", "AppStoreSimulator", "AppStoreData", "SignedData"]),
        .executableTarget(
            name: "stk",
            dependencies: [
                "AppStoreData", "AppStoreSimulator", "PurchaseLedger", "SignedData", "StoreKit", "StoreTransactionKit",
            ],
            resources: [.embedInCode("Demo.storekit")],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "surface",
            path: "Tools/surface",
            exclude: ["differences.tsv"],
            swiftSettings: settings
        ),
        .target(name: "Reference", path: "Benchmarks/Reference", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AppStoreData", "AppStoreSimulator", "COpenSSL", "CSQLite", "PurchaseLedger", "SignedData",
                "Reference", "StoreKit", "StoreTransactionKit",
            ],
            path: "Benchmarks",
            exclude: ["Reference"],
            swiftSettings: settings
        ),
        tests("SignedData", using: ["AppStoreData", "COpenSSL"]),
        tests(
            "StoreKit",
            using: ["StoreKitTest", "AppStoreData", "AppStoreSimulator", "SignedData"],
            resources: [.copy("Fixtures")]
        ),
        tests("StoreKitTest", using: ["StoreKit", "AppStoreSimulator"], resources: [.copy("Fixtures")]),
        tests(
            "StoreTransactionKit",
            using: ["StoreKit", "StoreKitTest", "AppStoreData", "AppStoreSimulator", "SignedData"],
            resources: [.copy("Fixtures")]),
        tests("stk", using: ["AppStoreData", "PurchaseLedger", "SignedData"]),
        tests("surface", resources: [.copy("Fixtures")]),
    ]
#endif
