import Testing

@testable import surface

@Suite struct DeclarationTests {
    @Test(arguments: [
        ("public let id: String", "var id: String { get }"),
        ("@inlinable public var id: Swift.String { get }", "let id: String"),
        ("public static let one: Reason", "static var one: Reason { get }"),
        ("var rate: Rate { get set }", "var rate: Rate"),
        ("public func f(_ value: Int, to other: Foundation.Data)", "func f(_ number: Int, to data: Data)"),
        ("public static func == (lhs: A, rhs: A) -> Bool", "static func == (a: A, b: A) -> Bool"),
        ("func f(options: Set<Option> = [])", "func f(options: Set<Option> = .init())"),
        ("func f<S>(_ s: S) where S : A, S.B == C", "func f<S>(_ s: S) where S.B == C, S: A"),
        ("@backDeployed(before: iOS 18.0) public var a: A? { get async }", "@preconcurrency var a: A? { get async }"),
        ("case failed(Error)", "case failed(_ reason: Error)"),
        ("class Session : NSObject  // NS_SWIFT_SENDABLE", "final class Session"),
        ("convenience init(named filename: String) throws", "public init(named name: String) throws"),
        ("subscript(offers type: Kind) -> [Offer] { get }", "subscript(offers kind: Kind) -> [Offer] { get }"),
    ])
    func declarationsThatACallerCannotTellApartAreEqual(_ one: String, _ other: String) throws {
        #expect(try #require(Declaration(one)).text == #require(Declaration(other)).text)
    }

    @Test(arguments: [
        ("let id: String", "var id: String"),
        ("let id: String", "let id: String?"),
        ("var id: String { get }", "var id: String { get async }"),
        ("static let one: A", "let one: A"),
        ("func f(a: Int)", "func f(_ a: Int)"),
        ("func f(a: Int = 0)", "func f(a: Int)"),
        ("func f() async", "func f()"),
        ("func f() async throws", "func f() async"),
        ("@discardableResult func f() -> Int", "func f() -> Int"),
        ("func f(_ body: @escaping @Sendable () -> Void)", "func f(_ body: @escaping () -> Void)"),
        ("mutating func next() async -> A?", "func next() async -> A?"),
        ("init?(rawValue: Int)", "init(rawValue: Int)"),
        ("case a(Int)", "case a"),
        ("case a(Int)", "case a(count: Int)"),
        ("func f<S>(_ s: S) where S : A", "func f<S>(_ s: S) where S : B"),
        ("enum Result<Value>", "enum Result"),
        ("typealias ID = String", "typealias ID = Int"),
    ])
    func declarationsThatACallerCanTellApartDiffer(_ one: String, _ other: String) throws {
        #expect(try #require(Declaration(one)).text != #require(Declaration(other)).text)
    }

    @Test func anAliasEqualsItsTargetWhereverItStands() throws {
        var aliases = Aliases()
        aliases.add("Info", for: "Product.Info")
        aliases.add("Product.ID", for: "Swift.String")
        aliases.add("Product.Info.Pair", for: "[Product.ID]")
        let one = Declaration("func f(_ info: Info.Status?, pair: StoreKit.Info.Pair) -> Product.ID", aliases: aliases)
        let other = Declaration("func f(_ a: Product.Info.Status?, pair: [String]) -> String")
        #expect(try #require(one).text == #require(other).text)
    }

    @Test func aCircleOfAliasesEnds() throws {
        var aliases = Aliases()
        aliases.add("A", for: "[B]")
        aliases.add("B", for: "[A]")
        #expect(Declaration("let a: A", aliases: aliases) != nil)
    }

    @Test func isolationFrozennessAndInheritanceAreKeptApartFromTheText() throws {
        let declaration = try #require(Declaration("@frozen @MainActor public enum Kind : Int, Sendable"))
        #expect(declaration.text == "enum Kind")
        #expect(declaration.isIsolatedToMainActor && declaration.isFrozen && !declaration.isNonexhaustive)
        #expect(declaration.inherited == ["Int", "Sendable"])
    }

    @Test(arguments: ["", "signature not seen", "var name"])
    func textThatDeclaresNothingIsRefused(_ text: String) {
        #expect(Declaration(text) == nil)
    }
}
