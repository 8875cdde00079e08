/// Whether the store accepts calls.
enum Lifecycle {
    case open
    case closing
    case closed
}
