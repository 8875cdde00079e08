internal import Runtime
internal import StoreKit

/// Who called StoreKit: the nearest function outside this package's StoreKit, asynchronous callers included.
///
/// Noticing it is cheap; its place in the source is looked up only for a finding.
struct Caller: Sendable {
    private enum Place: Sendable {
        case known(StoreKitDiagnostics.CallSite)
        case frame(Backtrace)
    }

    /// The function, as a person would write it.
    let function: String
    /// Where in the program it called from.
    private let frame: String
    private let place: Place

    init(_ callSite: StoreKitDiagnostics.CallSite) {
        function = callSite.function
        frame = "\(callSite)"
        place = .known(callSite)
    }

    private init(function: String, frame: String, place: Place) {
        self.function = function
        self.frame = frame
        self.place = place
    }

    /// Nil when the program has no symbol for it.
    static func current() -> Caller? {
        // The frames between the app and this function are fewer than a dozen.
        guard let backtrace = try? Backtrace.capture(limit: 24, top: 0),
            let frames = backtrace.symbolicated(options: [.useSymbolCache])?.frames
        else { return nil }
        for frame in frames {
            guard let symbol = frame.symbol, let module = module(ofMangledName: symbol.rawName),
                !ownModules.contains(module)
            else { continue }
            return Caller(
                function: symbol.name, frame: String(describing: frame.captured), place: .frame(backtrace))
        }
        return nil
    }

    /// Takes tens of milliseconds. Nil when the program has no debug information for it.
    var callSite: StoreKitDiagnostics.CallSite? {
        switch place {
        case .known(let callSite): return callSite
        case .frame(let backtrace):
            let frames = backtrace.symbolicated(options: [.showSourceLocations, .useSymbolCache])?.frames ?? []
            guard let symbol = frames.first(where: { String(describing: $0.captured) == frame })?.symbol,
                let source = symbol.sourceLocation, source.line > 0,
                let module = Self.module(ofMangledName: symbol.rawName),
                let file = source.path.split(separator: "/").last
            else { return nil }
            return StoreKitDiagnostics.CallSite(
                fileID: "\(module)/\(file)", filePath: source.path, line: source.line, column: max(1, source.column),
                function: function)
        }
    }

    private static let ownModules: Set<String> = ["StoreKit", "StoreKitTest", "AppStoreSimulator", "AppStoreData"]

    /// The first name of a mangled Swift symbol, which is its module: `$s7Library…`. Nil for the standard library's,
    /// which is abbreviated, and for thunks.
    private static func module(ofMangledName name: String) -> String? {
        guard name.hasPrefix("$s") else { return nil }
        let digits = name.dropFirst(2).prefix(while: \.isWholeNumber)
        guard let length = Int(digits), length > 0 else { return nil }
        let module = name[digits.endIndex...].prefix(length)
        return module.count == length ? String(module) : nil
    }
}

extension Caller: Equatable {
    static func == (lhs: Caller, rhs: Caller) -> Bool {
        lhs.frame == rhs.frame
    }
}
