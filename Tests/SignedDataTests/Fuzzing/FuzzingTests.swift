import Foundation
import Testing

@Suite struct FuzzingTests {
    @Test func theSeedsThemselvesAreInOrder() throws {
        let seeds = try ProbeSeeds()
        let probe = try SignedDataProbe(seeds: seeds.inputs, root: seeds.root)
        for input in seeds.inputs { #expect(probe.complaint(about: input) == nil) }
        // Had they not been signed, the valid ones would be noticed.
        let distrustful = try SignedDataProbe(seeds: [], root: seeds.root)
        #expect(seeds.inputs.contains { distrustful.complaint(about: $0) != nil })
    }

    @Test(arguments: 0..<4)
    func whatStrangersSendIsReadWithoutHarm(part: UInt64) throws {
        let seeds = try ProbeSeeds()
        let probe = try SignedDataProbe(seeds: seeds.inputs, root: seeds.root)
        let count = ProcessInfo.processInfo.environment["SOAK"] == nil ? 1_000 : 100_000
        var mutator = Mutator(seeds.inputs, seed: part)
        for _ in 0..<count {
            let input = mutator.next()
            if let complaint = probe.complaint(about: input) {
                Issue.record("\(complaint): \(Data(input).base64EncodedString())")
                return
            }
        }
    }

    /// What the fuzzer found, one by one.
    @Test(arguments: [
        // Too short for a path, or for what a path reads.
        "", "AA==", "AQ==", "Ag==", "Aw==", "BA==", "BQ==",
    ])
    func foundInputsStayHarmless(base64: String) throws {
        let seeds = try ProbeSeeds()
        let probe = try SignedDataProbe(seeds: seeds.inputs, root: seeds.root)
        #expect(probe.complaint(about: Array(try #require(Data(base64Encoded: base64)))) == nil)
    }
}
