import AppStoreData
import AppStoreSimulator
import Foundation
import PurchaseLedger
import SignedData
import StoreKit
import StoreTransactionKit

/// A simulated App Store, one customer's device, and an app on it that comes and goes.
@MainActor
final class Demo {
    let timeline: Timeline
    let folder: DemoFolder
    let store: SimulatedAppStore
    let products: DemoProducts
    let names: [String: String]
    private let chain: SigningChain
    private let speed: Double?
    private let crashPoint: CrashPoint?
    let work = HandlerWork()
    private(set) var app: DemoApp?
    private var owned: [String]?

    init(
        _ configuration: StoreConfiguration, in folder: DemoFolder, timeline: Timeline, speed: Double?,
        crashPoint: CrashPoint?
    ) throws {
        let start = Date(timeIntervalSince1970: 1_798_794_000)  // 2027-01-01 09:00:00
        // The demo sets up its own troubles, and moves the time itself: of a file's settings it takes the country.
        var configuration = configuration
        let settings = configuration.settings
        configuration.settings = StoreSettings()
        configuration.settings.storefront = settings.storefront
        configuration.settings.localeIdentifier = settings.localeIdentifier
        let saved = try folder.savedStore()
        if let saved, saved.configuration.products != configuration.products {
            throw CommandFailure(
                message: "\(folder.url.path) keeps a demo with other products; "
                    + "give the --configuration that it began with, or another directory",
                status: ExitStatus.misuse)
        }
        let app = AppIdentity(bundleID: "com.example.radio")
        let machine = saved ?? StoreMachine(configuration: configuration, app: app, seed: 1, now: Timestamp(start))
        let chain = try SigningChain(forStoreStartingAt: start)
        let diary = StoreDiary(machine, timeline: timeline)
        store = SimulatedAppStore(
            machine: machine, clock: .manual(startingAt: machine.now.date),
            signer: PayloadSigner(chain: chain),
            willCommit: { next in
                // Durable before anything is answered or delivered.
                if !folder.isTemporary { try next.save(to: folder.store) }
                diary.tell(next)
            })
        self.chain = chain
        self.folder = folder
        self.timeline = timeline
        self.speed = speed
        self.crashPoint = crashPoint
        products = DemoProducts(machine.configuration)
        names = machine.configuration.names
    }

    func say(_ actor: Timeline.Actor, _ text: String) {
        timeline.tell(store.now, actor, text)
    }

    func name(_ productID: String) -> String {
        names[productID] ?? productID
    }

    // MARK: The app

    func launch() async throws {
        say(.app, "is launched")
        app = try DemoApp(
            store: store, chain: chain, ledger: folder.ledger, names: names, timeline: timeline,
            crashPoint: crashPoint, work: work)
        await settle()
    }

    func quit() async throws {
        guard let app else { return }
        try await app.quit()
        self.app = nil
        say(.app, "is closed")
    }

    /// Waits until the app has taken in everything that has happened in the store.
    func settle() async {
        guard let app else { return }
        let deadline = ContinuousClock.now + .seconds(10)
        while await !app.isUpToDate() {
            guard ContinuousClock.now < deadline else {
                timeline.note("The app has not caught up with the App Store within ten seconds.")
                break
            }
            try? await Task.sleep(for: .milliseconds(1))
        }
        tellWhatIsOwned(app)
    }

    private func tellWhatIsOwned(_ app: DemoApp) {
        let now = app.owned.map(name).sorted()
        guard now != owned else { return }
        owned = now
        say(.customer, now.isEmpty ? "owns nothing" : "owns " + now.joined(separator: ", "))
    }

    // MARK: Time

    func pass(_ duration: Duration) async throws {
        try await pass(until: store.now.addingTimeInterval(Double(duration.components.seconds)))
    }

    /// Lets the store's time go on to a date, and the app take in whatever happens on the way at its own time.
    func pass(until target: Date) async throws {
        while store.now < target {
            let next = try store.machine.nextDue.map { min($0.date, target) } ?? target
            try await wait(until: next)
            try store.advance(to: next)
            // Keeps the time that it is now, too.
            try store.perform(.timePassed)
            await settle()
        }
    }

    /// Takes as much real time as the speed asks for.
    private func wait(until target: Date) async throws {
        guard let speed else { return }
        var shown = store.now
        while shown < target {
            timeline.progress(shown, until: target)
            let slice = min(target.timeIntervalSince(shown) / speed, 0.1)
            try await Task.sleep(for: .seconds(slice))
            shown = shown.addingTimeInterval(max(slice * speed, 0.001))
        }
        timeline.endProgress()
    }
}
