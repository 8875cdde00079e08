import StoreKit
import StoreTransactionKit
import Testing

/// A callback that calls its own store would wait for itself.
@MainActor @Suite struct ReentrancyTests {
    let app: TestApp
    var appStore: ScriptedAppStore { app.appStore }

    init() throws {
        app = try TestApp()
    }

    @MainActor final class Box {
        var store: TransactionStore<ProductID>?
        var errors: [StoreTransactionError] = []
        var isDone = false

        func attempt(_ call: @MainActor (TransactionStore<ProductID>) async throws -> Void) async {
            guard let store else { return }
            do { try await call(store) } catch {
                if let error = error as? StoreTransactionError { errors.append(error) }
            }
        }

        func attemptEverything() async {
            await attempt { _ = try await $0.process(.pending) }
            await attempt { try await $0.refreshEntitlements() }
            await attempt { _ = try await $0.history(for: "plus") }
            await attempt { try await $0.restorePurchases() }
            await attempt { try await $0.close() }
        }
    }

    private let everything: [StoreTransactionError] = [
        .reentrantOperation(operation: .processPurchase), .reentrantOperation(operation: .currentEntitlements),
        .reentrantOperation(operation: .history), .reentrantOperation(operation: .restorePurchases),
        .reentrantOperation(operation: .close),
    ]

    @Test func everyCallFromTheHandlerIsRefusedAndTheStartupEndsAsUsual() async throws {
        let box = Box()
        appStore.purchase(1, "lifetime")
        let store = app.launch { _ in await box.attemptEverything() }
        box.store = store
        await eventually("resolved") { store.activeEntitlements == [.lifetime] }
        #expect(box.errors == everything)
        try await store.close()
    }

    @Test func everyCallFromTheReporterIsRefused() async throws {
        let box = Box()
        appStore.purchase(1, "coins")
        let store = app.launch(
            handling: { _ in throw Refused(id: 1) }, reporting: { _ in await box.attemptEverything() })
        box.store = store
        await eventually("reported") { box.errors == everything }
        try await store.close()
    }

    @Test func aChildTaskOfTheHandlerIsRecognised() async throws {
        let box = Box()
        appStore.purchase(1, "lifetime")
        let store = app.launch { _ in
            await withTaskGroup { group in
                group.addTask { await box.attempt { try await $0.refreshEntitlements() } }
            }
        }
        box.store = store
        await eventually("resolved") { store.activeEntitlements == [.lifetime] }
        #expect(box.errors == [.reentrantOperation(operation: .currentEntitlements)])
        try await store.close()
    }

    @Test func aTaskThatTheHandlerDoesNotWaitForMayCallTheStoreOnceTheHandlerHasReturned() async throws {
        let box = Box()
        appStore.purchase(1, "lifetime")
        let store = app.launch { _ in
            Task { @MainActor in
                await eventually("resolved") { box.store?.activeEntitlements != nil }
                await box.attempt { try await $0.refreshEntitlements() }
                box.isDone = true
            }
        }
        box.store = store
        await eventually("called") { box.isDone }
        #expect(box.errors.isEmpty)
        try await store.close()
    }

    @Test func aCallbackMayCallAnotherStore() async throws {
        let box = Box()
        let other = try TestApp()
        box.store = await other.launched()
        appStore.purchase(1, "lifetime")
        let store = app.launch { _ in await box.attempt { try await $0.refreshEntitlements() } }
        await eventually("resolved") { store.activeEntitlements == [.lifetime] }
        #expect(box.errors.isEmpty)
        try await store.close()
        try await box.store?.close()
    }
}
