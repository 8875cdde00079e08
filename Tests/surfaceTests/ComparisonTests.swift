import Testing

@testable import surface

@Suite struct ComparisonTests {
    private func findings(_ rows: [ReferenceRow]) throws -> [String] {
        Comparison(rows: rows, graphs: try Shop.graphs()).verdicts.flatMap(\.findings).map {
            "\($0.type) \($0.member) \($0.kind.rawValue)"
        }
    }

    @Test func aModuleThatFollowsItsListingHasNoFindings() throws {
        #expect(try findings(Shop.rows()) == [])
    }

    @Test(arguments: [
        ("public var note: String { get set }", "public var notes: String { get set }", "Product note signature"),
        ("let id: Product.ID", "let id: Int", "Product id signature"),
        ("price\tlet", "cost\tlet", "Product cost missing"),
        (
            "@MainActor public func purchase(options", "public func purchase(options",
            "Product purchase(options:) isolation"
        ),
        ("enum Unit", "struct Unit", "Product.Period Unit kind"),
        ("public enum Unit", "@frozen public enum Unit", "Product.Period Unit exhaustiveness"),
        ("@frozen public enum Checked", "public enum Checked", "(module) Checked exhaustiveness"),
        ("case week", "case week(Int)", "Product.Period.Unit week signature"),
        ("value: Bool", "value: Double", "Product.Option custom(key:value:) signature"),
        ("public enum Rate : Int", "public enum Rate : String", "Rate : String missing"),
        ("Rate : Int", "Rate : UInt8", "Rate : UInt8 missing"),
        ("init?(rawValue: Int)", "init(rawValue: Int)", "Rate init(rawValue:) signature"),
        ("rawValue: Int { get }", "rawValue: UInt { get }", "Rate rawValue missing"),
        ("typealias Element = Product", "typealias Element = Period", "Updates Element missing"),
        ("public let rawValue: String", "public let rawValue: Int", "Reason rawValue signature"),
        (
            "conformance\textension Checked : Equatable where Value : Equatable",
            "conformance\textension Checked : Equatable", "Checked : Equatable signature"
        ),
        (
            "Checked where Value == Product\tsignedDate", "Checked\tsignedDate", "Checked signedDate missing"
        ),
        ("struct Product : Identifiable", "struct Product : Identifiable, Codable", "Product : Codable missing"),
        ("Product\t: Sendable", "Product\t: Hashable", "Product : Hashable missing"),
    ])
    func whateverDiffersIsNamed(_ text: String, _ other: String, _ expected: String) throws {
        #expect(try findings(Shop.rows(replacing: text, with: other)).contains(expected))
    }

    @Test func derivedMembersComeOnlyWithTheirConformance() throws {
        let rows = try Shop.rows(replacing: "Product.Period\t==(_:_:)", with: "Product\t==(_:_:)")
        #expect(try findings(rows) == ["Product ==(_:_:) missing"])
    }

    @Test func onlyWhatTheListingLacksIsExtra() throws {
        let extras = Comparison(rows: try Shop.rows(), graphs: try Shop.graphs()).extras
        #expect(extras.map { "\($0.type) \($0.member)" } == ["(module) Ours", "Product ours"])
    }

    @Test func aConformanceThatTheListingLacksIsExtra() throws {
        let rows = try Shop.rows(replacing: "Option : Equatable, Hashable, Sendable", with: "Option : Hashable")
        let extras = Comparison(rows: rows, graphs: try Shop.graphs()).extras
        #expect(extras.map(\.member).filter { $0.hasPrefix(":") } == [": Sendable"])
    }
}
