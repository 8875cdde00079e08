internal import CSimdJSON

/// Reads JSON that leaves nothing to a reader's taste.
///
/// Refused are duplicate member names (also after unescaping), trailing commas, byte order marks, invalid UTF-8, numbers
/// out of range and nesting deeper than ``maximumDepth``.
enum StrictJSON {
    static let maximumDepth = 64

    /// Hands `body` the value of a text, in a buffer of ``padded(_:)`` bytes of which the text is the first `count`.
    ///
    /// - Parameter body: must not keep the value or anything in it, and must not read other JSON.
    static func read<Result>(
        _ buffer: UnsafeMutableBufferPointer<UInt8>, count: Int, readsFractionalDates: Bool,
        _ body: (JSONValue) throws(JSONFault) -> Result
    ) throws(JSONFault) -> Result {
        precondition(buffer.count >= padded(count))
        buffer[count...].initialize(repeating: 0)
        let result = strict_json_read(buffer.baseAddress, count, maximumDepth)
        guard let nodes = result.nodes else { throw JSONFault(refusing: result) }
        return try body(JSONValue(node: nodes, readsFractionalDates: readsFractionalDates))
    }

    /// The same, of a copy of the text.
    static func read<Result>(
        _ text: some Collection<UInt8>, readsFractionalDates: Bool = false,
        _ body: (JSONValue) throws(JSONFault) -> Result
    ) throws(JSONFault) -> Result {
        let outcome = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: padded(text.count)) { buffer in
            _ = buffer.initialize(from: text)
            return Swift.Result { () throws(JSONFault) in
                try read(buffer, count: text.count, readsFractionalDates: readsFractionalDates, body)
            }
        }
        return try outcome.get()
    }

    /// How large the buffer for a text of `count` bytes has to be: the reader looks past the end.
    static func padded(_ count: Int) -> Int {
        count + strict_json_padding
    }
}

/// Why JSON was refused, and which member it is about.
struct JSONFault: Error {
    var reason: String
    /// The member, with those that it is in before it: `data.status`.
    var path: String?

    init(reason: String, path: String? = nil) {
        self.reason = reason
        self.path = path
    }

    fileprivate init(refusing result: strict_json_result) {
        reason = result.reason.map { String(cString: $0) } ?? "it is not JSON"
        if let name = result.name {
            path = String(decoding: UnsafeRawBufferPointer(start: name, count: result.name_count), as: UTF8.self)
        }
    }

    func inside(_ member: String) -> JSONFault {
        JSONFault(reason: reason, path: path.map { "\(member).\($0)" } ?? member)
    }
}
