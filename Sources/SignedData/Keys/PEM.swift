internal import AppStoreData

/// One block of a PEM file (RFC 7468): a label and the DER bytes under it.
package struct PEM: Equatable {
    package var label: String
    package var der: [UInt8]

    init(label: String, der: [UInt8]) {
        self.label = label
        self.der = der
    }

    /// The blocks of `text` in order; text around them is skipped, as OpenSSL does.
    ///
    /// - Returns: `nil` if a block is not closed or its body is not base64. An empty array if there is none.
    package static func blocks(in text: String) -> [PEM]? {
        var blocks: [PEM] = []
        var open: (label: Substring, body: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingWhitespace()
            if let label = line.between("-----BEGIN ", "-----") {
                guard open == nil else { return nil }
                open = (label, "")
            } else if let label = line.between("-----END ", "-----") {
                guard let block = open, block.label == label, let der = Base64.standard.decode(block.body) else {
                    return nil
                }
                blocks.append(PEM(label: String(label), der: der))
                open = nil
            } else if open != nil, !line.contains(":") {
                // A line with a colon is a header of the old encrypted form, which has no place in the base64.
                open?.body += line
            }
        }
        return open == nil ? blocks : nil
    }

    /// As a file's text, in lines of 64 characters.
    var text: String {
        let characters = Base64.standard.encode(der)
        var lines = ["-----BEGIN \(label)-----"]
        for start in stride(from: 0, to: characters.count, by: 64) {
            lines.append(String(decoding: characters[start..<min(start + 64, characters.count)], as: UTF8.self))
        }
        lines.append("-----END \(label)-----\n")
        return lines.joined(separator: "\n")
    }
}

extension Substring {
    fileprivate func trimmingWhitespace() -> Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    fileprivate func between(_ prefix: String, _ suffix: String) -> Substring? {
        guard count >= prefix.count + suffix.count, hasPrefix(prefix), hasSuffix(suffix) else { return nil }
        return dropFirst(prefix.count).dropLast(suffix.count)
    }
}
