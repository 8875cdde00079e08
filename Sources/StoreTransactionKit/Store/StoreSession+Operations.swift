import StoreKit

/// The calls of `TransactionStore`.
extension StoreSession {
    func process(_ result: Product.PurchaseResult) async throws -> StorePurchaseOutcome {
        try admit(.processPurchase)
        switch result {
        case .success(let result): return try await process(Delivery(result))
        case .pending:
            try Task.checkCancellation()
            return .pending
        case .userCancelled:
            try Task.checkCancellation()
            return .userCancelled
        @unknown default: throw StoreTransactionError.unknownPurchaseResult
        }
    }

    private func process(_ delivery: Delivery) async throws -> StorePurchaseOutcome {
        accept(delivery, from: .purchase, failingAs: .directOperation(.processPurchase), retries: true)
        switch delivery {
        case .unverified(_, let error): throw error
        case .verified(let verified):
            let snapshot = verified.snapshot
            var revision = snapshot.revision
            var standing = machine.handling.standing(of: snapshot)
            if standing == .superseded, let latest = machine.handling.latestRevision(of: revision.transaction) {
                revision = latest
                standing = machine.handling.standing(of: latest, signed: .distantFuture)
            }
            switch standing {
            case .pending: try await waiters.wait(for: .settled(revision))
            case .failed, .unknown:
                // Its handler has not returned in time, and it is not called again before it has.
                throw machine.handling.failure(of: revision)?.error ?? StoreTransactionError.handlerDeadlinePassed
            case .succeeded, .superseded: break
            }
            do {
                try await awaitPass(retryingFailures: false)
            } catch {
                // Another transaction's failure is not this purchase's.
                try Task.checkCancellation()
            }
            return .completed(snapshot)
        }
    }

    func refresh() async throws -> StoreEntitlements {
        try admit(.currentEntitlements)
        try Task.checkCancellation()
        return try await awaitPass(retryingFailures: true)
    }

    func restore() async throws -> StoreEntitlements {
        try admit(.restorePurchases)
        try Task.checkCancellation()
        let isFirst = synchronization.join()
        let number = synchronization.number
        if isFirst { origin.start { await self.synchronize(number) } }
        try await waiters.wait(for: .restored(number))
        return shownNow
    }

    private func synchronize(_ number: Int) async {
        do {
            defer { synchronization.end() }
            try await AppStore.sync()
        } catch {
            if !error.isUserCancellation {
                let isAwaited = waiters.isAwaited(.restored(number))
                send(
                    .failureNoticed(
                        isAwaited ? .directOperation(.restorePurchases) : .abandonedDirectOperation(.restorePurchases),
                        error
                    )
                )
            }
            waiters.reach(.restored(number), throwing: error)
            waiters.reach(.idle)
            return
        }
        do {
            _ = try await awaitPass(retryingFailures: true)
            waiters.reach(.restored(number))
        } catch {
            waiters.reach(.restored(number), throwing: error)
        }
        waiters.reach(.idle)
    }

    func history(for productID: Product.ID) async throws -> [StoreTransactionSnapshot] {
        try admit(.history)
        readers += 1
        defer {
            readers -= 1
            waiters.reach(.idle)
        }
        let (verified, unverified) = await withCheckedContinuation { reading in
            origin.start { reading.resume(returning: await Self.transactions(of: productID)) }
        }
        try Task.checkCancellation()
        for (revision, error) in unverified {
            notice(.directOperation(.history), revision, error)
        }
        return verified.sorted { ($0.purchaseDate, $0.signedDate, $0.id) > ($1.purchaseDate, $1.signedDate, $1.id) }
    }

    func close() async throws {
        guard !CallbackScope.isInside(self) else {
            throw StoreTransactionError.reentrantOperation(operation: .close)
        }
        if lifecycle == .open {
            lifecycle = .closing
            closing = Task { await drain() }
        }
        await closing?.value
    }

    private func drain() async {
        for producer in stopListening() {
            await producer.value
        }
        while !machine.isIdle || readers > 0 || synchronization.isRunning {
            try? await waiters.wait(for: .idle)
        }
        lifecycle = .closed
    }

    private func admit(_ operation: StoreTransactionOperation) throws(StoreTransactionError) {
        if CallbackScope.isInside(self) { throw .reentrantOperation(operation: operation) }
        switch lifecycle {
        case .open: break
        case .closing: throw .closing
        case .closed: throw .closed
        }
    }

    @discardableResult
    private func awaitPass(retryingFailures: Bool) async throws -> StoreEntitlements {
        let pass = machine.nextPass
        send(.refreshRequested(retriesFailures: retryingFailures))
        try await waiters.wait(for: .pass(pass))
        return shownNow
    }

    /// At least as new as the pass that has just ended.
    private var shownNow: StoreEntitlements {
        entitlements ?? StoreEntitlements(transactions: [])
    }
}

extension Error {
    fileprivate var isUserCancellation: Bool {
        if case .userCancelled? = self as? StoreKitError { true } else { false }
    }
}
