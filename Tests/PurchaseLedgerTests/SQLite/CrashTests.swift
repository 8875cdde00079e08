import AppStoreData
import Foundation
import PurchaseLedger
import Synchronization
import Testing

/// What other processes do to a ledger's file. Each exit test's body runs in a process of its own.
@Suite struct CrashTests {
    /// A process records and spends until it is killed at some moment, over and over on one file. Whatever it had been
    /// told was recorded is there, once, and everything agrees with the evidence.
    @Test func aKilledProcessLosesNothingItWasToldWasRecorded() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file.path
        let told = folder.url.appending(path: "told").path
        for round in 0..<rounds(4, soak: 300) {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [file = file as String, told = told as String, round = round as Int] in
                try await recordUntilKilled(file: file, told: told, round: round)
            }
            let lines = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n").map(String.init)
            let ledger = try SQLiteLedger(url: folder.file)
            let recorded = try await ledger.transactions(in: .xcode)
            #expect(Set(lines).subtracting(recorded.map(\.id)).isEmpty, "told, and lost")
            #expect(recorded.count <= lines.count + round + 1, "one at most is recorded and not told in each round")
            #expect(try await ledger.check() == [])
        }
    }

    @Test func aSecondProcessIsRefusedWhileTheFirstIsThere() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let file = folder.file.path
        let holder = getpid()
        await #expect(processExitsWith: .success) { [file = file as String, holder = holder as Int32] in
            do {
                _ = try SQLiteLedger(url: URL(fileURLWithPath: file))
                exit(1)
            } catch LedgerError.inUse(let path, let processID) {
                guard path.hasSuffix("purchases.sqlite"), processID == holder else { exit(2) }
            }
        }
        try await ledger.apply(signedTransaction: SignedText().jws)
    }

    @Test func theLockDiesWithItsProcess() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [file = file as String] in
            let ledger = try SQLiteLedger(url: URL(fileURLWithPath: file))
            try await ledger.apply(signedTransaction: SignedText().jws)
            kill(getpid(), SIGKILL)
        }
        #expect(try await folder.ledger().counts().transactions == 1)
    }

    @Test func aDiskThatTakesNoMoreIsThrownWithTheStatementAndTheFile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file.path
        await #expect(processExitsWith: .success) { [file = file as String] in
            let ledger = try SQLiteLedger(url: URL(fileURLWithPath: file))
            try await ledger.apply(signedTransaction: SignedText(id: "before").jws)
            // The process may not make any file longer than this, so that the next write fails.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            getrlimit(fileSizeLimit, &limit)
            let unlimited = limit
            limit.rlim_cur = 4_096
            setrlimit(fileSizeLimit, &limit)
            do {
                try await ledger.apply(signedTransaction: SignedText(id: "during").jws)
                exit(1)
            } catch LedgerError.database(let path, let sql, _, _) {
                guard path == ledger.path, !sql.isEmpty else { exit(2) }
            }
            limit = unlimited
            setrlimit(fileSizeLimit, &limit)
            guard try await ledger.transaction(id: "during", in: .xcode) == nil else { exit(3) }
            try await ledger.apply(signedTransaction: SignedText(id: "after").jws)
            guard try await ledger.check().isEmpty, try await ledger.counts().transactions == 2 else { exit(4) }
        }
    }
}

#if canImport(Glibc)
    private let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
    private let fileSizeLimit = RLIMIT_FSIZE
#endif

private final class Progress: Sendable {
    let count = Atomic(0)
}

/// Records transactions and writes down each one it was told is recorded, until another thread kills the process.
private func recordUntilKilled(file: String, told: String, round: Int) async throws {
    let descriptor = open(told, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    let ledger = try SQLiteLedger(url: URL(fileURLWithPath: file))
    var generator = SeededGenerator(seed: UInt64(round))
    let begun = Progress()
    let last = Int.random(in: 1..<100, using: &generator)
    let turns = Int.random(in: 0..<1_000, using: &generator)
    Thread.detachNewThread {
        while begun.count.load(ordering: .relaxed) <= last { sched_yield() }
        // Somewhere in what follows.
        for _ in 0..<turns { sched_yield() }
        kill(getpid(), SIGKILL)
    }
    for number in 0... {
        begun.count.add(1, ordering: .relaxed)
        let id = "\(round)-\(number)"
        try await ledger.apply(signedTransaction: SignedText(id: id, quantity: 2).jws)
        let line = Array("\(id)\n".utf8)
        _ = write(descriptor, line, line.count)
        try await ledger.spend(1, of: "coins", in: .xcode, id: id)
        if number % 3 == 0 {
            try await ledger.apply(signedTransaction: SignedText(id: id, quantity: 2).revoked(2_000, signed: 2_000).jws)
        }
    }
}
