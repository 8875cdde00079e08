import AppStoreSimulator
import Foundation

/// The files of one demo.
struct DemoFolder: Sendable {
    let url: URL
    /// Whether it goes away with the demo.
    let isTemporary: Bool

    init(_ data: URL?) throws {
        url = data ?? FileManager.default.temporaryDirectory.appending(path: "stk-demo-\(UUID().uuidString)")
        isTemporary = data == nil
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                message: "\(url.path) cannot be used as a directory: \(error.localizedDescription)",
                status: ExitStatus.misuse)
        }
    }

    var ledger: URL { url.appending(path: "ledger.sqlite") }
    var store: URL { url.appending(path: "store.json") }
    private var progress: URL { url.appending(path: "progress.json") }

    /// The store as an earlier process left it; nil if there was none.
    func savedStore() throws -> StoreMachine? {
        guard FileManager.default.fileExists(atPath: store.path) else { return nil }
        do throws(SavedStoreError) {
            return try StoreMachine(savedIn: store)
        } catch {
            throw CommandFailure(message: error.description, status: ExitStatus.misuse)
        }
    }

    /// How many steps of the script have been begun.
    var stepsBegun: Int {
        guard let data = try? Data(contentsOf: progress) else { return 0 }
        return (try? JSONDecoder().decode(Progress.self, from: data).stepsBegun) ?? 0
    }

    func beginStep(_ number: Int) throws {
        guard !isTemporary else { return }
        try JSONEncoder().encode(Progress(stepsBegun: number)).write(to: progress, options: .atomic)
    }

    func remove() {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    private struct Progress: Codable {
        var stepsBegun: Int
    }
}
