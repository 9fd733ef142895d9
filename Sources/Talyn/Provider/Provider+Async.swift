public import Foundation

extension Provider {
    /// Calls a target.
    ///
    /// Cancelling the task ends the call with an error whose ``TalynError/isCancelled`` is true.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file; 0 if the place isn't known.
    /// - Throws: ``TalynError``, whatever failed.
    public func request(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Response {
        let place = CallPlace(fileID: fileID, line: line)
        guard let work = CallScope.current?.work else {
            return try await concurrentResponse(to: target, options, at: place)
        }
        return try await work.run { [self] () async throws(TalynError) in
            try await response(to: target, options, at: place)
        }
    }

    @concurrent
    private func concurrentResponse(
        to target: Target,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async throws(TalynError) -> Response {
        try await response(to: target, options, at: place)
    }

    /// The response to a call.
    ///
    /// - Parameter place: Where the call is written; nil if that isn't known.
    func response(
        to target: Target,
        _ options: RequestOptions,
        at place: CallPlace? = nil
    ) async throws(TalynError) -> Response {
        let stubBehavior = stubClosure(target)
        let call = try call(target, options, stubBehavior, .inline, at: place)
        return try call.finished(await outcome(of: call, stubBehavior, nil), nil).get()
    }

    /// Calls a target and decodes the JSON of its response, or the payload of the target's ``TargetType/envelope``.
    ///
    /// For targets that don't name the type themselves, as a ``DecodableTargetType`` does. Where the target doesn't
    /// validate, a status outside 200 to 299 fails the call with ``TalynError/statusCode(_:)``: an error's body is not
    /// the value that was asked for. An empty body is nil for an optional, and an ``EmptyResult``.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    ///   - options: How the target is called, where that is not as it says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file; 0 if the place isn't known.
    /// - Throws: ``TalynError``, whatever failed.
    public func request<Value: Decodable>(
        _ target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Value {
        let decoder = decoder ?? target.decoder
        let place = CallPlace(fileID: fileID, line: line)
        guard CallScope.current?.work == nil else {
            let response: Response = try await request(target, options: options, fileID: fileID, line: line)
            return try response.value(type, for: target, atKeyPath: keyPath, using: decoder)
        }
        return try await concurrentValue(of: target, atKeyPath: keyPath, using: decoder, options, at: place)
    }

    /// Calls a target, and decodes its response off the caller's actor.
    @concurrent
    private func concurrentValue<Value: Decodable>(
        of target: Target,
        atKeyPath keyPath: String?,
        using decoder: JSONDecoder,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async throws(TalynError) -> Value {
        try await response(to: target, options, at: place)
            .value(Value.self, for: target, atKeyPath: keyPath, using: decoder)
    }
}
