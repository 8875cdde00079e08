import Foundation

@testable import surface

/// A small module, its symbol graph as the compiler makes it, and a listing that agrees with it.
enum Shop {
    static let listing = text(of: "shop.tsv")

    static func rows(_ listing: String = listing) throws -> [ReferenceRow] {
        try ReferenceRow.rows(
            of: "Shop", in: try Table(name: "shop.tsv", text: listing, columns: ReferenceRow.columns))
    }

    /// The listing with one text replaced.
    static func rows(replacing text: String, with other: String) throws -> [ReferenceRow] {
        try rows(listing.replacing(text, with: other))
    }

    static func graphs() throws -> [(module: String, graph: SymbolGraph)] {
        try graphsOnce.get()
    }

    private static let graphsOnce = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let module = folder.appending(path: "Shop.swiftmodule").path
        try run([
            "swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Shop", "-emit-module",
            "-emit-module-path", module, fixture("Shop.swift").path,
        ])
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        try run([
            "swift", "symbolgraph-extract", "-module-name", "Shop", "-I", folder.path, "-output-dir", folder.path,
            "-target", target, "-minimum-access-level", "public", "-skip-synthesized-members",
        ])
        return try SymbolGraph.graphs(of: "Shop", in: folder).map { (module: "Shop", graph: $0) }
    }

    private static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            throw SymbolGraphError(description: "failed: \(arguments.joined(separator: " "))")
        }
    }

    private static func fixture(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
    }

    private static func text(of name: String) -> String {
        (try? String(contentsOf: fixture(name), encoding: .utf8)) ?? ""
    }
}
