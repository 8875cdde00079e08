/// First in, first out, at constant cost for both.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count || head > 1024 {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }
}
