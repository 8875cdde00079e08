/// How old signed data may be. Whichever it is, each certificate must have been valid at the date when it was signed.
public enum SignedDataAge: Hashable, Sendable {
    /// It has just arrived from a device or as a notification. Its signing certificate must be valid now, or have expired
    /// no longer than 60 days ago: a transaction can stay unfinished, and a notification is retried for a week, across a
    /// change of Apple's certificate.
    case fresh
    /// It was received before and kept, for however long.
    case stored
}
