extension Batch {
    /// Makes something of a response.
    typealias Reading<Value> = @Sendable (Target, Response) throws(TalynError) -> Value

    /// What is read from the responses, in the order of the targets, if no call fails.
    func successes<Value: Sendable>(_ read: @escaping Reading<Value>) async throws(TalynError) -> [Value] {
        let (results, firstFailure) = await outcomes(stopsAtFailure: true, read)
        if let firstFailure { throw firstFailure }
        var values: [Value] = []
        values.reserveCapacity(results.count)
        for result in results { values.append(try result.get()) }
        return values
    }

    /// How the calls end, in the order of the targets, and which failure came first.
    ///
    /// Nothing more is started once the task is cancelled; what was never started counts as cancelled.
    func outcomes<Value: Sendable>(
        stopsAtFailure: Bool,
        _ read: @escaping Reading<Value>
    ) async -> (results: [Result<Value, TalynError>], firstFailure: TalynError?) {
        await withTaskGroup(of: (index: Int, result: Result<Value, TalynError>).self) { group in
            var results = [Result<Value, TalynError>](repeating: .failure(.cancelled), count: targets.count)
            var firstFailure: TalynError?
            for (index, target) in targets.enumerated() {
                if index >= limit, let ended = await group.next() { note(ended) }
                // A group of a cancelled task is cancelled too.
                let isStarted = group.addTaskUnlessCancelled { [call] in
                    let result = await call(target).flatMap { response in
                        Result<Value, TalynError> { () throws(TalynError) in try read(target, response) }
                    }
                    return (index, result)
                }
                guard isStarted else { break }
            }
            while let ended = await group.next() { note(ended) }
            return (results, firstFailure)

            func note(_ ended: (index: Int, result: Result<Value, TalynError>)) {
                results[ended.index] = ended.result
                guard case .failure(let error) = ended.result, firstFailure == nil else { return }
                firstFailure = error
                if stopsAtFailure { group.cancelAll() }
            }
        }
    }
}
