/// The attempts of a session's request, which its interceptor changes and judges.
struct InterceptedAttempts: Sendable {
    let session: Session
    let transport: any Transport
    let interceptor: any RequestInterceptor
    let clock: any Clock<Duration>

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var retryCount = 0
        while true {
            var adapted = request
            let outcome: Result<TransportResponse, any Error>
            do {
                adapted = try await self.adapted(request)
                outcome = .success(try await transport.send(adapted))
            } catch {
                outcome = .failure(error)
            }
            let attempt = Attempt(request: adapted, outcome: outcome, retryCount: retryCount)
            guard let failure = attempt.failure, request.body?.isReplayable != false else { return try outcome.get() }
            var delay: TimeInterval?
            switch try await decision(on: attempt, dueTo: failure) {
            case .retry: break
            case .retryWithDelay(let seconds): delay = seconds
            case .doNotRetry: return try outcome.get()
            case .doNotRetryWithError(let error): return try await attempt.failing(with: error)
            }
            // Before the delay: nobody else could use the connection meanwhile.
            await attempt.drain()
            if let delay { try await clock.sleep(for: .clamping(delay)) }
            try Task.checkCancellation()
            retryCount += 1
        }
    }

    private func adapted(_ request: TransportRequest) async throws -> TransportRequest {
        let adapted = Callback<Result<URLRequest, any Error>>()
        interceptor.adapt(request.urlRequest, for: session) { adapted.resolve($0) }
        guard let result = await adapted.value() else { throw TransportError(.cancelled, url: request.urlRequest.url) }
        var request = request
        let body = request.urlRequest.httpBody
        let url = request.urlRequest.url
        request.urlRequest = try result.get()
        if let url, let target = request.urlRequest.url, Origin(url) != Origin(target) {
            request.mayHaveCredentials = false
        }
        if !request.mayHaveCredentials {
            request.urlRequest.removeCredentials(
                inFieldsNamed: request.secretFieldNames,
                addedTo: url?.absoluteString
            )
        }
        // A body that the interceptor sets takes the place of one that would be streamed.
        if let data = request.urlRequest.httpBody, data != body { request.body = HTTPBody(data) }
        return request
    }

    private func decision(on attempt: Attempt, dueTo failure: any Error) async throws -> RetryResult {
        let decision = Callback<RetryResult>()
        interceptor.retry(attempt.description, for: session, dueTo: failure) { decision.resolve($0) }
        guard let result = await decision.value() else {
            throw TransportError(.cancelled, url: attempt.request.urlRequest.url)
        }
        return result
    }
}

/// One attempt, and how it ended.
private struct Attempt {
    let request: TransportRequest
    let outcome: Result<TransportResponse, any Error>
    let retryCount: Int

    /// Why it counts as failed; nil if it doesn't, or if nobody wants it any more.
    var failure: (any Error)? {
        switch outcome {
        case .success(let response):
            guard !request.validationType.accepts(response.statusCode) else { return nil }
            return ValidationError.unacceptableStatusCode(response.statusCode)
        case .failure(let error):
            return Task.isCancelled || TalynError(wrapping: error).isCancelled ? nil : error
        }
    }

    /// What the retrier is told of it.
    var description: SessionRequest {
        SessionRequest(request: request.urlRequest, response: response(Data())?.response, retryCount: retryCount)
    }

    /// Reads the rest of the response, if there is one, so that its connection can be used again.
    func drain() async {
        if case .success(let response) = outcome { try? await response.body.drain() }
    }

    /// Ends the call with another error, which keeps the response as the validation's would.
    func failing(with error: any Error) async throws -> TransportResponse {
        guard case .success(let response) = outcome else { throw error }
        // The validation will come to the same error.
        if error is ValidationError { return response }
        var data = Data()
        for try await chunk in response.body { data.append(chunk) }
        throw TalynError.underlying(error, self.response(data))
    }

    private func response(_ data: Data) -> Response? {
        guard case .success(let response) = outcome else { return nil }
        return Response(
            statusCode: response.statusCode,
            data: data,
            headerFields: response.headerFields,
            request: request.urlRequest,
            url: response.url
        )
    }
}
