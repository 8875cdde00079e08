/// What was sent to many readers, each of which reads at its own pace.
///
/// There is one copy of everything; a reader is a place in it, and what every reader has passed is dropped. With
/// `keepsUnread`, what is sent while there is no reader waits for the next one.
struct BroadcastLog<Element> {
    typealias ReaderID = Int

    private let keepsUnread: Bool
    /// What is held begins at `start`; the slots before it are free.
    private var elements: [Element?] = []
    private var start = 0
    /// How many elements were dropped so far, which is the place of `elements[start]`.
    private var dropped = 0
    private var places: [ReaderID: Int] = [:]
    private var nextID = 0

    init(keepsUnread: Bool) {
        self.keepsUnread = keepsUnread
    }

    /// How many elements are held for readers.
    var count: Int {
        elements.count - start
    }

    var readerCount: Int {
        places.count
    }

    /// A reader of everything that is sent from now on, and of what waits if there was no reader before it.
    mutating func attach() -> ReaderID {
        let id = nextID
        nextID += 1
        places[id] = places.isEmpty ? dropped : dropped + count
        return id
    }

    mutating func append(_ element: Element) {
        guard keepsUnread || !places.isEmpty else { return }
        elements.append(element)
    }

    func hasUnread(_ id: ReaderID) -> Bool {
        places[id].map { $0 < dropped + count } ?? false
    }

    /// The reader's next element, or nil if it has read everything.
    mutating func take(_ id: ReaderID) -> Element? {
        guard let place = places[id], place < dropped + count else { return nil }
        let element = elements[start + place - dropped]
        places[id] = place + 1
        if place == dropped { trim() }
        return element
    }

    mutating func detach(_ id: ReaderID) {
        guard let place = places.removeValue(forKey: id) else { return }
        if places.isEmpty {
            // What the last reader has not read is for the next one.
            drop(to: keepsUnread ? place : dropped + count)
        } else if place == dropped {
            trim()
        }
    }

    func isAttached(_ id: ReaderID) -> Bool {
        places[id] != nil
    }

    /// What no reader has read is for the next one, as after ``detach(_:)``.
    mutating func detachAll() {
        guard let furthest = places.values.max() else { return }
        places = [:]
        drop(to: keepsUnread ? furthest : dropped + count)
    }

    /// Takes back what waits for a first reader. What was sent to readers that are there cannot be taken back.
    mutating func discardWaiting(where isUnwanted: (Element) -> Bool) {
        guard places.isEmpty else { return }
        elements = elements[start...].filter { $0.map { !isUnwanted($0) } ?? false }
        start = 0
    }

    private mutating func trim() {
        if let slowest = places.values.min() { drop(to: slowest) }
    }

    private mutating func drop(to place: Int) {
        while dropped < place, start < elements.count {
            elements[start] = nil
            start += 1
            dropped += 1
        }
        // The rest moves only when most slots are free, so that each element costs the same however many there are.
        if start == elements.count {
            elements.removeAll()
            start = 0
        } else if start > 64, start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
    }
}
