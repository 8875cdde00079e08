/// Starts tasks that inherit the task-local values of whoever made it, whoever asks for the task.
@MainActor
final class TaskOrigin {
    typealias Job = @MainActor @Sendable () async -> Void

    private let jobs: AsyncStream<Job>.Continuation

    init() {
        let (stream, jobs) = AsyncStream.makeStream(of: Job.self)
        self.jobs = jobs
        Task {
            for await job in stream {
                Task { await job() }
            }
        }
    }

    deinit {
        jobs.finish()
    }

    func start(_ job: @escaping Job) {
        jobs.yield(job)
    }
}
