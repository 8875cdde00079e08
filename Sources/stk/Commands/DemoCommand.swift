import AppStoreSimulator
import Foundation

extension Command {
    static let demo = Command(
        name: "demo",
        summary: "an app's purchases from the tap to the ledger, on a simulated device and App Store",
        usage: "stk demo [--configuration FILE.storekit] [--speed N] [--data DIRECTORY]",
        discussion: """
            An app is launched on a simulated device, buys, waits for an approval, is closed while a subscription renews,
            comes back, upgrades, is refunded, and sees its subscription end. The timeline has the store's dates.

              --configuration FILE  the products; without it, the project's own example
              --speed N             at most N seconds of the store's time go by in a second; without it, no limit
              --data DIRECTORY      keep the ledger and the store's state there; a demo that was interrupted goes on

            It ends with what the ledger's file holds beside what the store knows, and with exit status 1 if a
            transaction was lost or counted twice, 2 if the configuration file or an argument is wrong or the output cannot be
            written.
            """
    ) { arguments in
        let options = try DemoOptions(arguments)
        let timeline = Timeline(terminal: .standardOutput)
        let folder = try DemoFolder(options.data)
        defer { folder.remove() }
        let demo = try await Demo(
            try options.products(), in: folder, timeline: timeline, speed: options.speed,
            crashPoint: options.crashPoint)
        let tally = try await demo.run()
        try timeline.terminal.write("\n\(tally.text)")
        return tally.isClean ? ExitStatus.success : ExitStatus.failure
    }
}

struct DemoOptions {
    var configuration: URL?
    var data: URL?
    /// Seconds of the store's time in a second; nil for no limit.
    var speed: Double?
    var crashPoint: CrashPoint?

    init(_ arguments: consuming Arguments) throws(Misuse) {
        configuration = try arguments.value("--configuration").map { URL(fileURLWithPath: $0) }
        data = try arguments.value("--data").map { URL(fileURLWithPath: $0, isDirectory: true) }
        if let text = try arguments.value("--speed") {
            guard let number = Double(text), number.isFinite, number > 0 else {
                throw Misuse("--speed is “\(text)”, and has to be a number above 0")
            }
            speed = number
        }
        crashPoint = try CrashPoint(ProcessInfo.processInfo.environment)
        try arguments.finish()
    }

    /// Reads the products.
    ///
    /// - Throws: ``CommandFailure`` with what is wrong in the file.
    func products() throws -> StoreConfiguration {
        do throws(StoreConfigurationError) {
            if let configuration { return try StoreConfiguration(contentsOf: configuration) }
            return try StoreConfiguration(json: Data(PackageResources.Demo_storekit), file: "Examples/Demo.storekit")
        } catch {
            throw CommandFailure(message: error.description, status: ExitStatus.misuse)
        }
    }
}
