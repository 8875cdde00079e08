import AppStoreData
import Foundation
import SignedData

/// What `stk verify` says of one text.
struct VerificationReport {
    private let text: SignedTexts.Text
    private let verdict: Verdict<VerifiedData>

    init(of text: SignedTexts.Text, verdict: Verdict<VerifiedData>) {
        self.text = text
        self.verdict = verdict
    }

    var isValid: Bool { verdict.code == .valid }

    /// One line for a person: the verdict, the reason, and where the text was.
    var line: String {
        var line = "\(verdict.code.rawValue) \(Printable(reason).text)"
        if case .refused(let refusal) = verdict {
            if let certificate = refusal.certificate { line += " [\(certificate.rawValue) certificate]" }
            if let field = refusal.field { line += " [\(Printable(field).text)]" }
        }
        return line + " (\(Printable(text.name).text))\n"
    }

    /// One line for a program: a JSON object.
    var json: String {
        var members = [("file", text.name), ("verdict", verdict.code.rawValue), ("reason", reason)]
        if case .refused(let refusal) = verdict {
            if let field = refusal.field { members.append(("field", field)) }
            if let certificate = refusal.certificate { members.append(("certificate", certificate.rawValue)) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var parts = members.map { name, value in
            // A text is always encodable.
            "\"\(name)\":\((try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\"")"
        }
        if case .refused(let refusal) = verdict, refusal.isForDatesAlone { parts.append("\"isForDatesAlone\":true") }
        if let payload { parts.append("\"payload\":\(payload)") }
        return "{\(parts.joined(separator: ","))}\n"
    }

    /// The verified payload word for word, on one line: in JSON, a line can only end between words.
    private var payload: String? {
        guard isValid, let jws = try? UnverifiedJWS(String(decoding: text.bytes, as: UTF8.self)) else { return nil }
        let space = UInt8(ascii: " ")
        return String(decoding: jws.payload.map { $0 < space ? space : $0 }, as: UTF8.self)
    }

    private var reason: String {
        switch verdict {
        case .refused(let refusal): refusal.reason + hint(refusal)
        case .valid(.transaction(let transaction)):
            "transaction \(transaction.transactionID ?? "?") of \(transaction.productID ?? "?")"
        case .valid(.renewalInfo(let renewalInfo)):
            "renewal info of \(renewalInfo.payload.originalTransactionID ?? "?"); "
                + "without its transaction nothing says of which app"
        case .valid(.appTransaction(let appTransaction)):
            "app transaction \(appTransaction.appTransactionID ?? "?"), version "
                + (appTransaction.applicationVersion ?? "?")
        case .valid(.notification(let notification)):
            "notification \(notification.payload.notificationUUID ?? "?"): "
                + [notification.payload.notificationType?.rawValue, notification.payload.subtype?.rawValue]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    /// A line feed makes no difference to the eye, and a JWS has none.
    private func hint(_ refusal: Refusal) -> String {
        guard refusal.code == .invalidFormat, text.bytes.last == UInt8(ascii: "\n") else { return "" }
        return "; the file ends with a line feed, which is no part of a JWS: remove it, or use standard input"
    }
}
