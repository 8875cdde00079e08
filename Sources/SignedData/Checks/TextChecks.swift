extension Check<Segments> {
    /// Real headers have about 5 KB, with three certificates; real payloads 1 KB, and notifications 14 KB.
    static let ofText = [
        size(.headerSize, "header", 16 * 1024) { $0.header },
        size(.payloadSize, "payload", 256 * 1024) { $0.payload },
        // A signature has 64 bytes, and is refused for having others when it is judged: this is for what is not even near.
        size(.signature, "signature", 1024) { $0.signature },
    ]

    private static func size(
        _ name: VerificationCheck, _ field: String, _ limit: Int,
        of segment: @escaping @Sendable (Segments) -> UnsafeBufferPointer<UInt8>
    ) -> Check {
        Check(name) { segments in
            let count = segment(segments).count / 4 * 3
            guard count > limit else { return nil }
            return Refusal(.tooLarge, "it has \(count) bytes, and \(limit) are the most", field: field)
        }
    }
}
