/// The name under which CryptoKit keeps ECDSA over P-256, as far as StoreKit's API speaks of it.
///
/// CryptoKit does not exist on Linux. These are types of this module with CryptoKit's names, so that source which reads
/// `VerificationResult.signature` compiles; they carry a signature and do no cryptography.
public enum P256 {
    public enum Signing {
        /// An ECDSA signature over P-256.
        public struct ECDSASignature: Sendable, Equatable, Hashable {
            /// The two numbers of the signature, r and s, 32 bytes each in big-endian order.
            public let rawRepresentation: Data

            /// - Throws: ``SignatureLengthError`` unless there are 64 bytes.
            public init(rawRepresentation: some DataProtocol) throws {
                guard rawRepresentation.count == 64 else {
                    throw SignatureLengthError(count: rawRepresentation.count)
                }
                self.rawRepresentation = Data(rawRepresentation)
            }

            package init(unchecked rawRepresentation: Data) {
                self.rawRepresentation = rawRepresentation
            }

            /// The signature as an ASN.1 sequence of two integers.
            public var derRepresentation: Data {
                let half = rawRepresentation.count / 2
                let body =
                    Self.derInteger(rawRepresentation.prefix(half)) + Self.derInteger(rawRepresentation.dropFirst(half))
                return Data([0x30, UInt8(body.count)]) + body
            }

            private static func derInteger(_ bigEndian: Data) -> Data {
                var digits = Data(bigEndian.drop { $0 == 0 })
                if digits.first.map({ $0 >= 0x80 }) ?? true {
                    digits.insert(0, at: digits.startIndex)
                }
                return Data([0x02, UInt8(digits.count)]) + digits
            }
        }

        /// A P-256 signature has 64 bytes, and these were another number.
        public struct SignatureLengthError: Error, Equatable, Sendable {
            public let count: Int
        }
    }
}
