import AppStoreData

/// When which subscription is due, soonest first; subscriptions due at the same time in the order they began in.
///
/// A subscription whose time changes is added again. Its old entry is passed over when it comes up, because it no
/// longer says when the subscription is due.
struct DueQueue: Sendable {
    private var heap: [Entry] = []

    struct Entry: Comparable, Sendable {
        var due: Timestamp
        var subscription: Int

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            (lhs.due, lhs.subscription) < (rhs.due, rhs.subscription)
        }
    }

    var first: Entry? { heap.first }

    mutating func add(_ entry: Entry) {
        var child = heap.count
        heap.append(entry)
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return }
            if child + 1 < heap.count, heap[child + 1] < heap[child] {
                child += 1
            }
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
