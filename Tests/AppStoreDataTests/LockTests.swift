import AppStoreData
import Testing

struct LockTests {
    @Test func oneThreadAtATimeTouchesTheValue() async {
        let lock = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { lock.withLock { $0 += 1 } }
                }
            }
        }
        #expect(lock.withLock { $0 } == 8000)
    }

    @Test func anErrorInsideLetsGo() {
        struct Failure: Error {}
        let lock = Lock(0)
        #expect(throws: Failure.self) {
            try lock.withLock { (_) throws(Failure) in throw Failure() }
        }
        #expect(lock.withLock { $0 } == 0)
    }
}
