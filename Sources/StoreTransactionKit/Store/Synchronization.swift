/// `AppStore.sync()` shared by everyone who asks while it runs.
struct Synchronization {
    private(set) var number = 0
    private(set) var isRunning = false

    /// True when the caller is the one to start it.
    mutating func join() -> Bool {
        guard !isRunning else { return false }
        number += 1
        isRunning = true
        return true
    }

    mutating func end() {
        isRunning = false
    }
}
