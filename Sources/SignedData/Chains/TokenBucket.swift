internal import AppStoreData

/// Allows so many events a second on average, and as many at once.
struct TokenBucket {
    let rate: Int
    private var tokens: Double
    private var last: Timestamp?

    init(rate: Int) {
        self.rate = rate
        tokens = Double(rate)
    }

    /// Whether one more event is allowed now. Time that runs backwards allows nothing new.
    mutating func take(at now: Timestamp) -> Bool {
        let elapsed = max(0, Double(now.rawValue) - Double((last ?? now).rawValue)) / 1000
        tokens = min(Double(rate), tokens + elapsed * Double(rate))
        last = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
