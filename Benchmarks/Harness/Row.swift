import Foundation

/// One figure, beside what it is held against in the same run.
struct Row: Encodable {
    var name: String
    var value: Double
    var unit: String
    /// The figure that the value is held against, in the same unit; nil when the goal is a bare number.
    var limit: Double?
    /// The value against the limit.
    var ratio: Double?
    var goal: Goal?
    var met: Bool? { goal?.isMet(ratio ?? value) }

    enum Goal {
        case atLeast(Double)
        case atMost(Double)
        case exactly(Double)

        func isMet(_ figure: Double) -> Bool {
            switch self {
            case .atLeast(let bound): figure >= bound
            case .atMost(let bound): figure <= bound
            case .exactly(let bound): figure == bound
            }
        }

        var text: String {
            switch self {
            case .atLeast(let bound): "≥ \(Row.number(bound))"
            case .atMost(let bound): "≤ \(Row.number(bound))"
            case .exactly(let bound): "= \(Row.number(bound))"
            }
        }
    }

    /// A rate, held against another one of the same run.
    init(_ name: String, _ value: Double, _ unit: String, limit: Double? = nil, goal: Goal? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.limit = limit
        self.ratio = limit.map { $0 == 0 ? .infinity : value / $0 }
        self.goal = goal
    }

    enum CodingKeys: String, CodingKey {
        case name, value, unit, limit, ratio, goal, met
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encode(limit, forKey: .limit)
        try container.encode(ratio, forKey: .ratio)
        try container.encode(goal?.text, forKey: .goal)
        try container.encode(met, forKey: .met)
    }

    static var heading: String {
        columns("figure", "value", "unit", "limit", "ratio", "goal", "")
    }

    var line: String {
        Row.columns(
            name, Row.number(value), unit, limit.map(Row.number) ?? "", ratio.map { Row.number($0) } ?? "",
            goal?.text ?? "", met.map { $0 ? "met" : "MISSED" } ?? "")
    }

    private static func columns(
        _ name: String, _ value: String, _ unit: String, _ limit: String, _ ratio: String, _ goal: String,
        _ met: String
    ) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        func left(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return left(name, 80) + right(value, 12) + " " + left(unit, 14) + right(limit, 12) + right(ratio, 8)
            + right(goal, 12) + "  " + met
    }

    /// Three significant digits or all whole ones.
    static func number(_ value: Double) -> String {
        let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        return value.formatted(.number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
    }
}
