import AppStoreData
import Foundation
import SignedData

/// A verifier with what it is asked about every text.
struct ChosenVerifier {
    private let verifier: SignedDataVerifier
    /// Asked when the number of certificates is not that which `verifier` trusts.
    private var otherwise: SignedDataVerifier?
    private let kind: SignedDataKind
    private let age: SignedDataAge

    init(_ verifier: SignedDataVerifier, kind: SignedDataKind, age: SignedDataAge) {
        self.verifier = verifier
        self.kind = kind
        self.age = age
    }

    /// For StoreKit testing, where `trust` is the only certificate of a text, or the root of its three.
    init(
        testing environment: AppStoreEnvironment, bundleID: String, trust: Data, kind: SignedDataKind
    ) throws(VerifierConfigurationError) {
        self.init(
            try .testing(environment: environment, bundleID: bundleID, trust: .root(trust)), kind: kind, age: .stored)
        otherwise = try .testing(environment: environment, bundleID: bundleID, trust: .certificate(trust))
    }

    func verify(_ text: SignedTexts.Text) -> Verdict<VerifiedData> {
        guard !text.isCut else {
            return .refused(Refusal(.tooLarge, "it has more than \(SignedTexts.longest) bytes"))
        }
        let verdict = verifier.verify(text.bytes, as: kind, age: age)
        guard let otherwise, verdict.code == .invalidChainLength else { return verdict }
        let second = otherwise.verify(text.bytes, as: kind, age: age)
        return second.code == .invalidChainLength ? verdict : second
    }
}
