/// How much work the rows do.
enum Scale: Sendable {
    case full
    /// A hundredth, to see that every row runs. The figures mean nothing.
    case quick

    func callAsFunction(_ count: Int) -> Int {
        switch self {
        case .full: count
        case .quick: max(1, count / 100)
        }
    }

    func rounds(_ count: Int) -> Int {
        switch self {
        case .full: count
        case .quick: 1
        }
    }
}
