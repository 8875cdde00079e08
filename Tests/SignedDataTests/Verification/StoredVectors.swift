import Foundation

/// The vectors that lie beside the package, when they do.
enum StoredVectors {
    static let folder = packageRoot.appending(path: "../shared/data/signed-data").standardizedFileURL
    static let arePresent = FileManager.default.fileExists(atPath: folder.path)

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: path))
    }

    /// A text without the line break at its end.
    static func text(_ path: String) throws -> String {
        String(decoding: try data(path), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    static func base64(_ path: String) throws -> Data {
        guard let data = Data(base64Encoded: try text(path)) else { throw CocoaError(.fileReadCorruptFile) }
        return data
    }

    private static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
