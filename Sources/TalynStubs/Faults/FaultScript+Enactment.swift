extension FaultScript {
    /// Lets a call meet what the script has for it.
    ///
    /// - Parameters:
    ///   - request: What is sent.
    ///   - number: Of the call; the first is 1.
    ///   - time: What measures latencies and timeouts.
    ///   - operation: Gets the response. It isn't run when the server doesn't see the request.
    /// - Returns: The response, whose body comes as the script has it.
    /// - Throws: `TransportError`, what the operation does, and `CancellationError`.
    package func apply(
        to request: TransportRequest,
        call number: Int,
        by time: TimeSource,
        _ operation: () async throws -> TransportResponse
    ) async throws -> TransportResponse {
        let plan = plan(forCall: number)
        let silence = Silence(of: request, by: time)
        if let failure = plan.failure, !failure.isSeenByServer {
            if case .timeout = failure { try await silence.untilTimeout(failure) }
            try await silence.wait(plan.latency)
            throw silence.error(failure)
        }
        var response = try await operation()
        try await silence.wait(plan.latency)
        if let failure = plan.failure, failure.bytesBefore == nil { throw silence.error(failure) }
        response.body = plan.applied(to: response.body, silence)
        return response
    }
}
