import Foundation

/// What libFuzzer calls for each input. The seeds come from the folder that `SEEDS` names; with `NEW_SEEDS` in its place
/// they are made and written there.
private let probe: SignedDataProbe = {
    do {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["NEW_SEEDS"] {
            try write(ProbeSeeds(), to: URL(filePath: folder))
            // Without the fuzzer's own farewell, which would take this for a crash.
            _exit(0)
        }
        let folder = URL(filePath: environment["SEEDS"] ?? ".")
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("seed-") }.map { Array(try Data(contentsOf: $0)) }
        return try SignedDataProbe(seeds: inputs, root: Data(contentsOf: folder.appending(path: "root.der")))
    } catch {
        fatalError("no seeds: \(error)")
    }
}()

private func write(_ seeds: ProbeSeeds, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, input) in seeds.inputs.enumerated() {
        try Data(input).write(to: folder.appending(path: "seed-\(index)"))
    }
    try seeds.root.write(to: folder.appending(path: "root.der"))
}

@_cdecl("LLVMFuzzerTestOneInput")
public func probeOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let complaint = probe.complaint(about: Array(UnsafeBufferPointer(start: start, count: count))) {
        fatalError(complaint)
    }
    return 0
}
