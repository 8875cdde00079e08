internal import AppStoreSimulator
internal import Foundation

/// Finds and reads the `.storekit` file of a session.
enum ConfigurationFile {
    /// The file of this name: in the folder that `STOREKIT_CONFIGURATION_FOLDER` names, in the resources of a bundle of
    /// this process, in a `.resources` folder or beside the executable, or in the working directory, in this order. In a
    /// folder of resources it may lie in a folder, as `.copy("Fixtures")` puts it.
    ///
    /// - Parameter name: with or without `.storekit`.
    static func find(named name: String) throws -> URL {
        let file = name.hasSuffix(".storekit") ? name : name + ".storekit"
        for folder in folders {
            let candidate = folder.appendingPathComponent(file)
            if isFile(candidate) { return candidate }
            if folder.pathExtension == "resources", let nested = search(folder, for: file) { return nested }
        }
        throw SKTestError(
            .fileNotFound,
            """
            There is no \(file) in \(folders.map(\.path).joined(separator: ", ")). Add it to the resources of the test \
            target, or name its folder in STOREKIT_CONFIGURATION_FOLDER.
            """)
    }

    static func read(_ url: URL) throws -> StoreConfiguration {
        guard url.isFileURL else {
            throw SKTestError(.invalidURL, "\(url) is not the address of a file. Make it with URL(fileURLWithPath:).")
        }
        guard isFile(url) else {
            throw SKTestError(.fileNotFound, "There is no file \(url.path).")
        }
        return try StoreConfiguration(contentsOf: url)
    }

    private static var folders: [URL] {
        var folders: [URL] = []
        if let named = ProcessInfo.processInfo.environment["STOREKIT_CONFIGURATION_FOLDER"] {
            folders.append(URL(fileURLWithPath: named, isDirectory: true))
        }
        folders += ([Bundle.main] + Bundle.allBundles).compactMap(\.resourceURL)
        if let executable = Bundle.main.executableURL?.deletingLastPathComponent() {
            folders += resourceFolders(in: executable)
            folders.append(executable)
        }
        folders.append(URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true))
        var seen: Set<String> = []
        return folders.filter { seen.insert($0.standardizedFileURL.path).inserted }
    }

    private static func resourceFolders(in folder: URL) -> [URL] {
        let content = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return content.filter { $0.hasSuffix(".resources") }.sorted().map {
            folder.appendingPathComponent($0, isDirectory: true)
        }
    }

    private static func search(_ folder: URL, for file: String) -> URL? {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return paths.sorted().first { $0.hasSuffix("/" + file) }.map(folder.appendingPathComponent)
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
