public import Foundation

/// A store's whole state in a file.
extension StoreMachine {
    /// Writes the state; whoever reads the file finds the old state or the new one, whatever happens meanwhile.
    public func save(to file: URL) throws(SavedStoreError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(self).write(to: file, options: .atomic)
        } catch {
            throw SavedStoreError(
                file: file.path, problem: "the store's state cannot be written (\(error))",
                remedy: "check that the folder exists, can be written, and has room")
        }
    }

    /// Reads what ``save(to:)`` wrote.
    public init(savedIn file: URL) throws(SavedStoreError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw SavedStoreError(
                file: file.path, problem: "the store's state cannot be read (\(error))",
                remedy: "check the path, or begin with a new store")
        }
        do {
            self = try JSONDecoder().decode(StoreMachine.self, from: data)
        } catch {
            throw SavedStoreError(
                file: file.path, problem: "this is no saved store (\(error))",
                remedy: "delete the file, and begin with a new store")
        }
    }
}

/// Why a store's state could not be saved or read.
public struct SavedStoreError: Error, Hashable, Sendable {
    public var file: String
    public var problem: String
    public var remedy: String
}

extension SavedStoreError: CustomStringConvertible, LocalizedError {
    public var description: String { "\(file): \(problem); \(remedy)" }
    public var errorDescription: String? { description }
}
