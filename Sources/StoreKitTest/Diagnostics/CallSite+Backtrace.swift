internal import Runtime
internal import StoreKit

extension StoreKitDiagnostics.CallSite {
    /// The nearest caller outside this package's StoreKit, asynchronous callers included.
    ///
    /// Nil when the program has no debug information for it. Takes milliseconds.
    static func current() -> Self? {
        guard let frames = try? Backtrace.capture().symbolicated()?.frames else { return nil }
        for case let symbol? in frames.map(\.symbol) {
            guard let place = symbol.sourceLocation, place.line > 0, !isOwn(place.path) else { continue }
            return Self(
                fileID: "\(module(ofMangledName: symbol.rawName) ?? "App")/\(fileName(place.path))",
                filePath: place.path, line: place.line, column: max(1, place.column))
        }
        return nil
    }

    private static func isOwn(_ path: String) -> Bool {
        path.hasPrefix("<") || path.hasPrefix("//<") || ownFolders.contains { path.hasPrefix($0) }
    }

    /// The folders of the modules between an app and the store.
    private static let ownFolders: [String] = {
        // This file is Sources/StoreKitTest/Diagnostics/CallSite+Backtrace.swift.
        let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/")
        return ["StoreKit", "StoreKitTest", "AppStoreSimulator", "AppStoreData"].map { "\(sources)/\($0)/" }
    }()

    /// The first name of a mangled Swift symbol, which is its module: `$s7Library…`.
    private static func module(ofMangledName name: String) -> String? {
        guard let start = name.firstIndex(where: \.isWholeNumber) else { return nil }
        let digits = name[start...].prefix(while: \.isWholeNumber)
        guard let length = Int(digits), length > 0 else { return nil }
        let module = name[digits.endIndex...].prefix(length)
        return module.count == length ? String(module) : nil
    }

    private static func fileName(_ path: String) -> Substring {
        path.split(separator: "/").last ?? ""
    }
}
