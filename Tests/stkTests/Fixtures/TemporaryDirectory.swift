import Foundation

/// A directory that is removed with the object.
final class TemporaryDirectory {
    let url = FileManager.default.temporaryDirectory.appending(path: "stk-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        url.appending(path: name).path
    }

    /// Writes a file and gives its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return path(name)
    }
}
