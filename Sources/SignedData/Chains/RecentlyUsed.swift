/// A bounded list, the element used last first: what was not used for longest makes room for what is new.
///
/// Meant for some dozens of elements, of which few are in use: finding the first costs one comparison.
struct RecentlyUsed<Element> {
    private(set) var elements: [Element] = []
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// The most recently used element that matches. It counts as used now.
    mutating func first(where isMatch: (Element) -> Bool) -> Element? {
        guard let index = elements.firstIndex(where: isMatch) else { return nil }
        let element = elements[index]
        if index > 0 {
            elements.remove(at: index)
            elements.insert(element, at: 0)
        }
        return element
    }

    mutating func insert(_ element: Element) {
        guard limit > 0 else { return }
        if elements.count >= limit { elements.removeLast(elements.count - limit + 1) }
        elements.insert(element, at: 0)
    }
}
