public import Foundation

/// Calls of many targets, of which only so many are under way at the same time.
///
/// ```swift
/// let batch = github.batch(names.map { .user($0) }, limit: 8)
/// let accounts = try await batch.values(as: Account.self)
/// ```
///
/// A batch is a description: each way of asking it makes the calls, all of them, anew.
///
/// - ``responses()`` and ``values(as:atKeyPath:using:)`` want everything: the first failure cancels the rest.
/// - ``results()`` wants to know how each call ended.
/// - A loop over the batch is told of each call as it ends, and may stop at any time.
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

    /// How the calls end, in the order of the targets.
    ///
    /// A call that the cancellation of the task finds under way ends as cancelled, and so does each that it finds waiting,
    /// which is not made any more.
    public func results() async -> [Result<Response, TalynError>] {
        await outcomes(stopsAtFailure: false) { _, response in response }.results
    }

    /// The responses, in the order of the targets.
    ///
    /// The first failure cancels the calls that are under way; when they have ended, it is thrown.
    ///
    /// - Throws: ``TalynError``: the failure that came first, or that of a cancelled call when the task is cancelled.
    public func responses() async throws(TalynError) -> [Response] {
        try await successes { (_, response) throws(TalynError) in response }
    }

    /// The values of the calls, in the order of the targets; see ``Provider/request(_:as:atKeyPath:using:options:fileID:line:)``.
    ///
    /// The first failure cancels the calls that are under way, a value that can't be decoded as much as any other; when
    /// they have ended, it is thrown.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    /// - Throws: ``TalynError``: the failure that came first, or that of a cancelled call when the task is cancelled.
    public func values<Value: Decodable & Sendable>(
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil
    ) async throws(TalynError) -> [Value] {
        try await successes { (target, response) throws(TalynError) in
            try response.value(type, for: target, atKeyPath: keyPath, using: decoder ?? target.decoder)
        }
    }
}

extension Batch where Target: DecodableTargetType {
    /// The results of the targets, in their order.
    ///
    /// The first failure cancels the calls that are under way, a result that can't be decoded as much as any other; when
    /// they have ended, it is thrown.
    ///
    /// - Throws: ``TalynError``: the failure that came first, or that of a cancelled call when the task is cancelled.
    public func values() async throws(TalynError) -> [Target.ResultType] {
        try await successes { (target, response) throws(TalynError) in try target.result(of: response) }
    }
}
