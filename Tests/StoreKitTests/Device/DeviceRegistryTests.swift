import Testing

@testable import StoreKit

@Suite struct DeviceRegistryTests {
    private final class Owner: Sendable {}

    private let registry = DeviceRegistry()
    private let test = DeviceScope(name: "test")
    private let other = DeviceScope(name: "other")

    private func device() throws -> InstalledDevice {
        try EmptyAppStore.device()
    }

    @Test func aTestHasItsOwnDevice() throws {
        let (first, second, owner) = (try device(), try device(), Owner())
        registry.install(first, owner: owner, in: test)
        registry.install(second, owner: owner, in: other)
        #expect(try registry.resolve(test).get() === first)
        #expect(try registry.resolve(other).get() === second)
    }

    @Test func withoutOneATestHasTheProcesss() throws {
        let (processs, others, owner) = (try device(), try device(), Owner())
        registry.install(processs, owner: owner, in: nil)
        registry.install(others, owner: owner, in: other)
        #expect(try registry.resolve(test).get() === processs)
        #expect(try registry.resolve(nil).get() === processs)
    }

    @Test func theOnlySessionIsFoundFromEverywhere() throws {
        let (only, owner) = (try device(), Owner())
        registry.install(only, owner: owner, in: test)
        #expect(try registry.resolve(nil).get() === only)
        #expect(try registry.resolve(other).get() === only)
    }

    @Test func severalSessionsAreAmbiguousFromATaskOfNoTest() throws {
        let owner = Owner()
        registry.install(try device(), owner: owner, in: test)
        registry.install(try device(), owner: owner, in: other)
        #expect(throws: NoDeviceError.ambiguous(count: 2)) { try registry.resolve(nil).get() }
        withExtendedLifetime(owner) {}
    }

    @Test func aSessionThatNobodyHoldsIsFoundByItsTestOnly() throws {
        let (forgotten, held, owner) = (try device(), try device(), Owner())
        registry.install(forgotten, owner: Owner(), in: test)
        registry.install(held, owner: owner, in: other)
        #expect(try registry.resolve(test).get() === forgotten)
        #expect(try registry.resolve(nil).get() === held)
    }

    @Test func theNewestDeviceOfAScopeCountsAndTheOldOneKnowsIt() throws {
        let (old, new, owner) = (try device(), try device(), Owner())
        registry.install(old, owner: owner, in: test)
        registry.install(new, owner: owner, in: test)
        #expect(try registry.resolve(test).get() === new)
        #expect(old.successor === new)
    }

    @Test func aReplacedDeviceThatIsInstalledAgainIsTheNewest() throws {
        let (first, second, owner) = (try device(), try device(), Owner())
        for device in [first, second, first] { registry.install(device, owner: owner, in: test) }
        #expect(try registry.resolve(test).get() === first)
        #expect(first.newest === first)
        #expect(second.newest === first)
        registry.install(second, owner: owner, in: nil)
        #expect(second.newest === second)
        #expect(first.newest === first)
    }

    @Test func aListenerInATestDoesNotTakeTheDeviceOfAnother() throws {
        let owner = Owner()
        registry.install(try device(), owner: owner, in: other)
        #expect(throws: NoDeviceError.noneInstalled) { try registry.resolveForListener(test).get() }
        withExtendedLifetime(owner) {}
    }

    @Test func whoeverWaitsIsWokenByTheInstallation() async throws {
        let (installed, owner) = (try device(), Owner())
        let waiting = Task { [registry, test] in await registry.waitForDevice(test) }
        await Task.yield()
        registry.install(installed, owner: owner, in: test)
        #expect(await waiting.value === installed)
    }

    @Test func waitingEndsWithItsTask() async {
        let waiting = Task { [registry, test] in await registry.waitForDevice(test) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }
}
