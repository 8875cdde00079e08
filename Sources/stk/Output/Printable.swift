/// Text that a terminal shows and does not obey, on one line: control characters are spelled out.
struct Printable {
    let text: String

    init(_ original: some StringProtocol) {
        var text = String.UnicodeScalarView()
        for scalar in original.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default:
                text.append(scalar)
            }
        }
        self.text = String(text)
    }
}
