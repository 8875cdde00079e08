/// The App Store refused a signed request, with the code and the message that it gave.
public struct InvalidRequestError: Error {
    public let code: Int64
    public let message: String

    package init(code: Int64, message: String) {
        self.code = code
        self.message = message
    }
}
