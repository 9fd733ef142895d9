#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Calls of many targets, with a limit of calls at the same time.
///
/// ```swift
/// let batch = github.batch(names.map { .user($0) }, limit: 8)
/// let accounts = try await batch.values(as: Account.self)
/// ```
///
/// Each way to ask for the results makes all calls anew:
///
/// - ``responses()`` and ``values(as:atKeyPath:using:)`` need all results: the first failure cancels the rest.
/// - ``results()`` gives the result of each call.
/// - A loop over the batch gets each result when its call ends, and may stop at any time.
public struct Batch<Target: TargetType>: Sendable {
    /// Makes one call.
    typealias Call = @Sendable (Target) async -> Result<Response, TalynError>

    let targets: [Target]
    let limit: Int
    let call: Call

    init(_ targets: some Sequence<Target>, limit: Int, call: @escaping Call) {
        self.targets = Array(targets)
        self.limit = Swift.max(1, limit)
        self.call = call
    }

    /// The results of the calls, in the order of the targets.
    ///
    /// Cancelling the task cancels the calls. Calls that didn't start fail as cancelled, too.
    public func results() async -> [Result<Response, TalynError>] {
        await outcomes(stopsAtFailure: false) { _, response in response }.results
    }

    /// The responses, in the order of the targets.
    ///
    /// The first failure cancels the other calls.
    ///
    /// - Throws: The first ``TalynError``.
    public func responses() async throws(TalynError) -> [Response] {
        try await successes { (_, response) throws(TalynError) in response }
    }

    /// The values of the calls, in the order of the targets.
    ///
    /// The first failure cancels the other calls, also the failure to decode a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    /// - Throws: The first ``TalynError``.
    public func values<Value: Decodable & Sendable>(
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil
    ) async throws(TalynError) -> [Value] {
        try await successes { (target, response) throws(TalynError) in
            try response.value(type, of: target, atKeyPath: keyPath, using: decoder)
        }
    }
}

extension Batch where Target: DecodableTargetType {
    /// The results of the targets, in their order.
    ///
    /// The first failure cancels the other calls, also the failure to decode a result.
    ///
    /// - Throws: The first ``TalynError``.
    public func values() async throws(TalynError) -> [Target.ResultType] {
        try await successes { (target, response) throws(TalynError) in try target.result(of: response) }
    }
}

extension Provider {
    /// Calls of many targets, with a limit of calls at the same time.
    ///
    /// The batch makes no call before its results are asked for.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - limit: The number of calls at the same time, 1 or more.
    ///   - options: Options that replace those of the targets.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func batch(
        _ targets: some Sequence<Target>,
        limit: Int = 4,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Batch<Target> {
        let place = CallPlace(fileID: fileID, line: line)
        return Batch(targets, limit: limit) { target in await self.result(of: target, options, at: place) }
    }

    private func result(
        of target: Target,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async -> Result<Response, TalynError> {
        do throws(TalynError) {
            return .success(
                try await offActor { () async throws(TalynError) in
                    try await self.call(target, options, at: place).response()
                }
            )
        } catch {
            return .failure(error)
        }
    }
}

extension Batch {
    /// Reads a value of a response.
    typealias Reading<Value> = @Sendable (Target, Response) throws(TalynError) -> Value

    /// The values of the responses, in the order of the targets, if no call fails.
    func successes<Value: Sendable>(_ read: @escaping Reading<Value>) async throws(TalynError) -> [Value] {
        let (results, firstFailure) = await outcomes(stopsAtFailure: true, read)
        if let firstFailure { throw firstFailure }
        var values: [Value] = []
        values.reserveCapacity(results.count)
        for result in results { values.append(try result.get()) }
        return values
    }

    /// The results of the calls, in the order of the targets, and the first failure.
    ///
    /// No call starts after the task is cancelled. Calls that never started count as cancelled.
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
