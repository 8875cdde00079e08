internal import AppStoreData

/// Sends each element to every reader that is there; see ``BroadcastLog``.
///
/// A reader whose task is cancelled loses nothing: an element is taken only when it is returned.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var log: BroadcastLog<Element>
        var waiting = WaitingTasks()
        var hasEnded = false

        func hasEnded(_ id: BroadcastLog<Element>.ReaderID) -> Bool {
            hasEnded || !log.isAttached(id)
        }
    }

    private let state: Lock<State>

    init(keepsUnread: Bool = false) {
        state = Lock(State(log: BroadcastLog(keepsUnread: keepsUnread)))
    }

    var readerCount: Int {
        state.withLock { $0.log.readerCount }
    }

    /// How many elements are held for readers.
    var heldCount: Int {
        state.withLock { $0.log.count }
    }

    func send(_ element: Element) {
        state.withLock {
            $0.log.append(element)
            return $0.waiting.removeAll()
        }.wake()
    }

    /// Readers still get what was sent, and then end.
    func end() {
        state.withLock {
            $0.hasEnded = true
            return $0.waiting.removeAll()
        }.wake()
    }

    /// Goes on after ``end()``, with the readers that have not noticed it.
    func reopen() {
        state.withLock { $0.hasEnded = false }
    }

    /// The readers that are there end. Those that come later do not.
    func endReaders() {
        state.withLock {
            $0.log.detachAll()
            return $0.waiting.removeAll()
        }.wake()
    }

    func discardWaiting(where isUnwanted: (Element) -> Bool) {
        state.withLock { $0.log.discardWaiting(where: isUnwanted) }
    }

    func attach() -> Reader {
        Reader(broadcast: self, id: state.withLock { $0.log.attach() })
    }

    /// One reader's place, given up when it goes away.
    final class Reader: Sendable {
        private let broadcast: Broadcast
        private let id: BroadcastLog<Element>.ReaderID

        fileprivate init(broadcast: Broadcast, id: BroadcastLog<Element>.ReaderID) {
            self.broadcast = broadcast
            self.id = id
        }

        deinit {
            broadcast.state.withLock { $0.log.detach(id) }
        }

        /// Whether ``next()`` has nothing more to wait for.
        var hasEnded: Bool {
            broadcast.state.withLock { $0.hasEnded(id) }
        }

        /// The next element; waits for it. Nil in a cancelled task, and when the broadcast or this reader has ended.
        func next() async -> Element? {
            let state = broadcast.state
            while !Task.isCancelled {
                let (element, hasEnded) = state.withLock { ($0.log.take(id), $0.hasEnded(id)) }
                if let element { return element }
                if hasEnded { return nil }
                await state.wait(in: \.waiting) { !$0.hasEnded(id) && !$0.log.hasUnread(id) }
            }
            return nil
        }
    }
}
