internal import AppStoreData

/// What stands behind a value that the App Store signed: the JWS, its payload, and the device that received it.
///
/// An object, because the values that share it are copied often.
final class SignedRecord<Payload: AppStorePayload>: Sendable {
    let payload: Payload
    let jws: String
    /// Where the value came from: a transaction is finished there and not on whatever device is installed by then.
    let device: InstalledDevice
    /// The listener of ``Transaction/updates`` that the value was delivered to; nil for what came another way.
    let listener: ObjectIdentifier?

    init(payload: Payload, jws: String, device: InstalledDevice, listener: ObjectIdentifier? = nil) {
        self.payload = payload
        self.jws = jws
        self.device = device
        self.listener = listener
    }

    /// The decoded segments, made anew at each call: keeping them would double the size of every transaction.
    ///
    /// Nil never happens: the payload could be read, so the text has its three segments.
    var parts: UnverifiedJWS? {
        try? UnverifiedJWS(jws)
    }

    /// Whether both have the same payload, whatever their signatures: each signing of one payload makes another.
    func signsTheSame(as other: SignedRecord) -> Bool {
        self === other || jws == other.jws || payloadSegment == other.payloadSegment
    }

    private var payloadSegment: Substring? {
        let segments = jws.split(separator: ".", maxSplits: 2)
        return segments.count == 3 ? segments[1] : nil
    }
}
