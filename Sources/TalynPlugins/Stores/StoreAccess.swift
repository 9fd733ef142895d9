import _TalynSupport

/// Asks a store, within the time for which calls can wait.
struct StoreAccess: Sendable {
    let options: StoreOptions
    let time: TimeSource

    /// The time after a failure in which calls don't wait for the store again.
    static let pause = Duration.seconds(1)
    private static let firstBackoff = Duration.milliseconds(20)

    /// Runs a request, and returns when it has ended. One that ignores its cancellation can take longer than the time.
    ///
    /// - Parameters:
    ///   - key: The key of the calls, for errors.
    ///   - request: The request. With the fallback `failure` it is repeated until it succeeds.
    ///   - completion: Gets the result once, when the time is over at the latest.
    func run<Value: Sendable>(
        _ key: String,
        _ request: @escaping @Sendable () async throws -> Value,
        completion: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) async {
        let lastError = Locked<(any Error)?>(nil)
        let result = await TimeLimit(duration: options.maximumWait, time: time).outcome {
            var backoff = Self.firstBackoff
            while true {
                do {
                    return Result<Value, StoreError>.success(try await request())
                } catch {
                    let failure = Result<Value, StoreError>.failure(StoreError(key: key, underlyingError: error))
                    if Task.isCancelled || options.fallback == .localState { return failure }
                    lastError.withLock { $0 = error }
                    guard (try? await time.sleep(for: backoff)) != nil else { return failure }
                    backoff = min(backoff * 2, Self.pause)
                }
            }
        } onReach: {
            completion(.failure(StoreError(key: key, underlyingError: lastError.withLock { $0 })))
        }
        if let result { completion(result) }
    }
}
