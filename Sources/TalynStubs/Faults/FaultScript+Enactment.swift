import _TalynSupport

extension FaultScript {
    /// Applies the faults of the script to a call.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - number: The number of the call, from 1.
    ///   - time: The clock of latencies and timeouts.
    ///   - operation: Gets the response. It doesn't run if the server doesn't get the request.
    /// - Returns: The response, with the faults of its body.
    /// - Throws: `TransportError`, the error of the operation, or `CancellationError`.
    func apply(
        to request: OutgoingRequest,
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
