extension Provider {
    /// Calls a target.
    ///
    /// Cancelling the task ends the call with an error whose ``TalynError/isCancelled`` is true.
    ///
    /// - Parameter progress: Is told how much of the response has arrived, and at the end of the response.
    /// - Throws: ``TalynError``, whatever failed.
    @concurrent
    public func request(_ target: Target, progress: ProgressBlock? = nil) async throws(TalynError) -> Response {
        let stubBehavior = stubClosure(target)
        let call = call(target, stubBehavior, .inline)
        return try call.finished(await outcome(of: call, stubBehavior, progress), progress).get()
    }

    /// Calls a target and decodes the JSON of its response.
    ///
    /// Where the target doesn't validate, a status outside 200 to 299 fails the call with
    /// ``TalynError/statusCode(_:)``: an error's body is not the value that was asked for.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it.
    /// - Throws: ``TalynError``, whatever failed.
    @concurrent
    public func request<Value: Decodable>(
        _ target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder()
    ) async throws(TalynError) -> Value {
        var response = try await request(target)
        if target.validationType == .none { response = try response.filterSuccessfulStatusCodes() }
        return try response.map(type, atKeyPath: keyPath, using: decoder)
    }
}
