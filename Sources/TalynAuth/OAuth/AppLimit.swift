import _TalynSupport

/// Limits the time that a call waits for code of the app: the parameters of a grant, the content of a store, a source of credentials.
struct AppLimit {
    static let duration = Duration.seconds(60)

    let time: TimeSource

    /// Runs an operation of the app. At the limit it is cancelled, and the caller goes on, even if the operation ignores that.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - failure: The error at the limit.
    /// - Throws: The error of the operation, `failure`, and `CancellationError`.
    func value<Value: Sendable>(
        of operation: @escaping @Sendable () async throws -> Value,
        orThrow failure: any Error = OAuthError(.unavailable, "The app gave no answer within a minute.")
    ) async throws -> Value {
        let answer = Promise<Result<Value, any Error>>()
        let task = Task.inScope { [time] in
            let result = await TimeLimit(duration: Self.duration, time: time).outcome {
                await Result { try await operation() }
            } onReach: {
                answer.resolve(.failure(failure))
            }
            if let result { answer.resolve(result) }
        }
        guard let result = await answer.value() else {
            task.cancel()
            throw CancellationError()
        }
        return try result.get()
    }
}
