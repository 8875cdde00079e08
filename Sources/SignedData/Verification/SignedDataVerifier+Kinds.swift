public import AppStoreData

extension SignedDataVerifier {
    /// Verifies a transaction of the verifier's app and environment.
    public func verifyTransaction(
        _ jws: some Collection<UInt8>, age: SignedDataAge
    ) -> Verdict<TransactionPayload> {
        verdict(jws) { text throws(Refusal) in try verify(text, age: age) }
    }

    /// Verifies an app transaction; in production, its App Apple ID too.
    public func verifyAppTransaction(
        _ jws: some Collection<UInt8>, age: SignedDataAge
    ) -> Verdict<AppTransactionPayload> {
        verdict(jws) { text throws(Refusal) in try verify(text, age: age) }
    }

    /// Verifies a renewal info, together with the transaction that it came with.
    ///
    /// - Parameters:
    ///   - jws: the renewal info in its compact form.
    ///   - transaction: a verified transaction of the subscription. The verdict is ``VerdictCode/mismatch`` if the renewal
    ///     info is of another one or of another environment, or if the transaction is of another app than the verifier's: a
    ///     renewal info names no app, so the transaction alone says whose it is. Without a transaction the result is marked
    ///     as unbound.
    ///   - age: whether the renewal info has just arrived or is history.
    public func verifyRenewalInfo(
        _ jws: some Collection<UInt8>, of transaction: TransactionPayload?, age: SignedDataAge
    ) -> Verdict<VerifiedRenewalInfo> {
        verdict(jws) { text throws(Refusal) in
            let payload: RenewalInfoPayload = try verify(text, age: age)
            guard let transaction else { return VerifiedRenewalInfo(payload: payload, isBound: false) }
            if let refusal = Check<VerifiedNotification>.mismatch(payload, transaction) { throw refusal }
            guard transaction.bundleID == app.bundleID else {
                throw Refusal(
                    .mismatch, "the transaction is of \(transaction.bundleID ?? "no app"), not of \(app.bundleID)",
                    field: "originalTransactionId")
            }
            return VerifiedRenewalInfo(payload: payload, isBound: true)
        }
    }

    /// Verifies a notification, every JWS inside it, and that they belong together.
    ///
    /// A refusal of what is inside has a field that begins with its place, such as `data.signedTransactionInfo`.
    public func verifyNotification(
        _ jws: some Collection<UInt8>, age: SignedDataAge
    ) -> Verdict<VerifiedNotification> {
        verdict(jws) { text throws(Refusal) in try verifiedNotification(text, age: age) }
    }

    /// Verifies data of a kind that is known only when the program runs. A renewal info is verified as unbound.
    public func verify(
        _ jws: some Collection<UInt8>, as kind: SignedDataKind, age: SignedDataAge
    ) -> Verdict<VerifiedData> {
        switch kind {
        case .transaction: verifyTransaction(jws, age: age).map { .transaction($0) }
        case .renewalInfo: verifyRenewalInfo(jws, of: nil, age: age).map { .renewalInfo($0) }
        case .appTransaction: verifyAppTransaction(jws, age: age).map { .appTransaction($0) }
        case .notification: verifyNotification(jws, age: age).map { .notification($0) }
        }
    }

    private func verifiedNotification(
        _ text: UnsafeBufferPointer<UInt8>, age: SignedDataAge
    ) throws(Refusal) -> VerifiedNotification {
        let payload: NotificationPayload = try verify(text, age: age)
        var parts = VerifiedNotification(payload: payload)
        parts.transaction = try inner(payload.data?.signedTransactionInfo, "data.signedTransactionInfo", age)
        if let renewalInfo: RenewalInfoPayload = try inner(
            payload.data?.signedRenewalInfo, "data.signedRenewalInfo", age)
        {
            parts.renewalInfo = VerifiedRenewalInfo(payload: renewalInfo, isBound: parts.transaction != nil)
        }
        parts.appTransaction = try inner(
            payload.appData?.signedAppTransactionInfo, "appData.signedAppTransactionInfo", age)
        try checks.ofNotification.apply(to: parts)
        return parts
    }

    private func inner<Payload: SignedPayload>(
        _ jws: String?, _ field: String, _ age: SignedDataAge
    ) throws(Refusal) -> Payload? {
        guard let jws else { return nil }
        do throws(Refusal) {
            let verdict: Verdict<Payload> = verdict(jws.utf8) { text throws(Refusal) in try verify(text, age: age) }
            return try verdict.get()
        } catch {
            throw error.inside(field)
        }
    }

    private func verdict<Value>(
        _ jws: some Collection<UInt8>, _ verify: (UnsafeBufferPointer<UInt8>) throws(Refusal) -> Value
    ) -> Verdict<Value> {
        if let verdict = jws.withContiguousStorageIfAvailable({ text in
            Verdict { () throws(Refusal) in try verify(text) }
        }) {
            return verdict
        }
        return Array(jws).withUnsafeBufferPointer { text in
            Verdict { () throws(Refusal) in try verify(text) }
        }
    }
}
