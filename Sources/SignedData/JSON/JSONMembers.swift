internal import Foundation

/// Finds the member that a name in a JSON text stands for, without making a `String` of the name.
struct JSONMembers<Member: CaseIterable & RawRepresentable<String>>: Sendable where Member: Sendable {
    private struct Slot {
        var member: Member
        var name: [UInt8]
    }

    /// Open addressing; at most a quarter is filled.
    private let slots: [Slot?]
    private let mask: Int

    init() {
        var capacity = 8
        while capacity < Member.allCases.count * 4 { capacity *= 2 }
        var slots = [Slot?](repeating: nil, count: capacity)
        for member in Member.allCases {
            let name = Array(member.rawValue.utf8)
            var index = name.withUnsafeBytes { Self.hash($0) } & (capacity - 1)
            while slots[index] != nil { index = (index + 1) & (capacity - 1) }
            slots[index] = Slot(member: member, name: name)
        }
        self.slots = slots
        mask = capacity - 1
    }

    subscript(name: UnsafeRawBufferPointer) -> Member? {
        var index = Self.hash(name) & mask
        while let slot = slots[index] {
            if slot.name.count == name.count, let start = name.baseAddress, memcmp(slot.name, start, name.count) == 0 {
                return slot.member
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Of the length, both ends and the middle: names of one object seldom share all of them.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        guard let first = name.first, let last = name.last else { return 0 }
        let middle = name[name.count / 2]
        let beforeLast = name[max(0, name.count - 3)]
        return (Int(first) &* 31 &+ Int(middle)) &* 31 &+ Int(beforeLast) &* 7 &+ Int(last) &+ name.count &* 131
    }
}
