import Foundation

/// What one piece of work cost.
struct Cost {
    /// Seconds on the clock on the wall.
    var wall: Double
    /// Seconds of processor time of all threads.
    var cpu: Double
}

enum Measure {
    static func cost(of work: () async throws -> Void) async rethrows -> Cost {
        let wall = seconds(CLOCK_MONOTONIC)
        let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
        try await work()
        return Cost(wall: seconds(CLOCK_MONOTONIC) - wall, cpu: seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu)
    }

    /// The medians of two pieces of work that take turns, so that what else the machine does falls on both.
    static func interleaved(
        rounds: Int, _ figure: () async throws -> Double, _ limit: () async throws -> Double
    ) async rethrows -> (figure: Double, limit: Double) {
        var figures: [Double] = []
        var limits: [Double] = []
        for round in 0..<rounds {
            if round.isMultiple(of: 2) {
                figures.append(try await figure())
                limits.append(try await limit())
            } else {
                limits.append(try await limit())
                figures.append(try await figure())
            }
        }
        return (median(figures), median(limits))
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    /// The most memory that the process had resident during the work, above what it had before it, in bytes.
    ///
    /// What earlier work has freed is still resident and is used again, so measure the small before the large.
    static func peakMemory(of work: () async throws -> Void) async rethrows -> Double {
        // Sets the peak back to what is resident now (proc(5), clear_refs).
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .ascii)
        let before = status("VmRSS")
        try await work()
        return max(0, status("VmHWM") - before)
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// A line of `/proc/self/status` that is in kB, in bytes.
    private static func status(_ name: String) -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        let number = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return (number ?? 0) * 1024
    }
}
