/// Says what is wrong with a signed object, if anything is.
package struct SignatureVerifier: Sendable {
    let problem: @Sendable (_ jws: String) -> VerificationProblem?

    package init(problem: @escaping @Sendable (_ jws: String) -> VerificationProblem?) {
        self.problem = problem
    }
}
