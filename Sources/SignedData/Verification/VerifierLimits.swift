/// How much a verifier remembers and does for data that it has not seen the like of.
public struct VerifierLimits: Sendable {
    /// Chains that are kept after they were verified, those used last. The App Store has one or two in use at a time.
    public var rememberedChains: Int
    /// Signatures of unknown certificates that are verified in a second, at about a millisecond each: so many of
    /// intermediates, and so many of leaves below each genuine intermediate. Over it the verdict is
    /// ``VerdictCode/retryable``, so that a flood of made-up chains cannot take the processor from honest data.
    ///
    /// What is known is never held up. An honest chain that is not known yet has to be lucky once among the flood.
    public var validationsPerSecond: Int

    public init(rememberedChains: Int = 32, validationsPerSecond: Int = 100) {
        self.rememberedChains = rememberedChains
        self.validationsPerSecond = validationsPerSecond
    }
}
