internal import AppStoreData
internal import CSimdJSON

/// A value inside a JSON text that is being read. It lives no longer than the reading.
///
/// Each read gives nil for `null`, and throws if the value is of another type.
struct JSONValue {
    private let node: UnsafePointer<strict_json_node>
    private let readsFractionalDates: Bool

    init(node: UnsafePointer<strict_json_node>, readsFractionalDates: Bool) {
        self.node = node
        self.readsFractionalDates = readsFractionalDates
    }

    var isNull: Bool { node.pointee.kind == strict_json_null }

    /// The member's name, if the value is in an object.
    var name: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: node.pointee.name, count: Int(node.pointee.name_count))
    }

    /// The UTF-8 of a text.
    func text() throws(JSONFault) -> UnsafeBufferPointer<UInt8>? {
        guard let node = try node(of: strict_json_string, "a text") else { return nil }
        let text = UnsafeRawPointer(node.pointee.text)?.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: text, count: Int(node.pointee.text_count))
    }

    func string() throws(JSONFault) -> String? {
        guard let text = try text() else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    func integer<Value: FixedWidthInteger>() throws(JSONFault) -> Value? {
        guard let node = try node(of: strict_json_integer, "an integer of 64 bits") else { return nil }
        guard let value = Value(exactly: node.pointee.integer) else {
            throw JSONFault(reason: "\(node.pointee.integer) is out of range")
        }
        return value
    }

    func bool() throws(JSONFault) -> Bool? {
        switch node.pointee.kind {
        case strict_json_null: nil
        case strict_json_true: true
        case strict_json_false: false
        default: throw mismatch("true or false")
        }
    }

    func open<Value: RawRepresentable<String>>() throws(JSONFault) -> Value? {
        guard let rawValue = try string() else { return nil }
        return Value(rawValue: rawValue)
    }

    func open<Value: RawRepresentable<Int>>() throws(JSONFault) -> Value? {
        guard let rawValue: Int = try integer() else { return nil }
        return Value(rawValue: rawValue)
    }

    func timestamp() throws(JSONFault) -> Timestamp? {
        if readsFractionalDates, node.pointee.kind == strict_json_number {
            return Timestamp(milliseconds: node.pointee.number)
        }
        guard let milliseconds: Int64 = try integer() else { return nil }
        return Timestamp(rawValue: milliseconds)
    }

    func strings() throws(JSONFault) -> [String]? {
        try array { value throws(JSONFault) in
            guard let string = try value.string() else { throw value.mismatch("a text") }
            return string
        }
    }

    func objects<Object: JSONObject>() throws(JSONFault) -> [Object]? {
        try array { value throws(JSONFault) in
            guard let object: Object = try value.object() else { throw value.mismatch("an object") }
            return object
        }
    }

    /// - Parameter noticing: is handed each member that the object does not know.
    func object<Object: JSONObject>(
        noticing unknown: (JSONValue) -> Void = { _ in }
    ) throws(JSONFault) -> Object? {
        guard !isNull else { return nil }
        var object = Object()
        try forEachMember { value throws(JSONFault) in
            guard let member = Object.members[value.name] else { return unknown(value) }
            do throws(JSONFault) {
                try object.read(member, from: value)
            } catch {
                throw error.inside(member.stringValue)
            }
        }
        return object
    }

    private func forEachMember(_ body: (JSONValue) throws(JSONFault) -> Void) throws(JSONFault) {
        guard node.pointee.kind == strict_json_object else { throw mismatch("an object") }
        try forEachChild(body)
    }

    private func array<Element>(_ element: (JSONValue) throws(JSONFault) -> Element) throws(JSONFault) -> [Element]? {
        guard try node(of: strict_json_array, "an array") != nil else { return nil }
        var elements: [Element] = []
        try forEachChild { value throws(JSONFault) in
            do throws(JSONFault) {
                elements.append(try element(value))
            } catch {
                throw error.inside("\(elements.count)")
            }
        }
        return elements
    }

    private func forEachChild(_ body: (JSONValue) throws(JSONFault) -> Void) throws(JSONFault) {
        let end = node + Int(node.pointee.size)
        var child = node + 1
        while child < end {
            try body(JSONValue(node: child, readsFractionalDates: readsFractionalDates))
            child += Int(child.pointee.size)
        }
    }

    private func node(
        of kind: strict_json_kind, _ expected: String
    ) throws(JSONFault) -> UnsafePointer<strict_json_node>? {
        if node.pointee.kind == kind { return node }
        if isNull { return nil }
        throw mismatch(expected)
    }

    private func mismatch(_ expected: String) -> JSONFault {
        let found =
            switch node.pointee.kind {
            case strict_json_null: "null"
            case strict_json_true, strict_json_false: "true or false"
            case strict_json_integer: "an integer"
            case strict_json_number: "a number that is no integer of 64 bits"
            case strict_json_string: "a text"
            case strict_json_array: "an array"
            default: "an object"
            }
        return JSONFault(reason: "it is \(found) where \(expected) is needed")
    }
}

/// What is read from a JSON object, member by member. Members that it does not know are passed over.
protocol JSONObject {
    associatedtype Member: CodingKey, CaseIterable, RawRepresentable<String>

    static var members: JSONMembers<Member> { get }
    init()
    mutating func read(_ member: Member, from value: JSONValue) throws(JSONFault)
}
