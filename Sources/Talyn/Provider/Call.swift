/// One call on its way through the pipeline: what an endpoint goes through until it is a response.
///
/// Live and stubbed calls run the same code; only their ``transport`` differs.
final class Call: Sendable {
    /// Makes the request of an attempt, perhaps later and from another thread.
    typealias MakeRequest = @Sendable (Endpoint, @escaping @Sendable (Result<URLRequest, TalynError>) -> Void) -> Void

    /// Is told how much of a response has arrived.
    typealias OnProgress = @Sendable (Progress) -> Void

    let target: any TargetType
    let endpoint: Endpoint
    let delivery: Delivery
    private let makeRequest: MakeRequest?
    private let plugins: [any Plugin]
    private let transport: any Transport

    init(
        target: any TargetType,
        endpoint: Endpoint,
        makeRequest: MakeRequest?,
        plugins: [any Plugin],
        transport: any Transport,
        delivery: Delivery
    ) {
        self.target = target
        self.endpoint = endpoint
        self.makeRequest = makeRequest
        self.plugins = plugins
        self.transport = transport
        self.delivery = delivery
    }

    /// Runs the attempts, and around them the plugins that intercept.
    func run(_ onProgress: OnProgress?) async -> Result<Response, TalynError> {
        guard !plugins.isEmpty else { return await attempt(endpoint, onProgress) }
        do {
            return .success(try await intercept(endpoint, from: 0, onProgress))
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }

    /// The result of the call: the outcome of its attempts as the plugins leave it.
    func finished(
        _ outcome: Result<Response, TalynError>,
        _ progress: ProgressBlock?
    ) -> Result<Response, TalynError> {
        var result = outcome
        for plugin in plugins { result = plugin.process(result, target: target) }
        if let progress, case .success(let response) = result {
            progress(ProgressResponse(response: response))
        }
        return result
    }

    private func intercept(
        _ endpoint: Endpoint,
        from index: Int,
        _ onProgress: OnProgress?
    ) async throws -> Response {
        guard index < plugins.count else { return try await attempt(endpoint, onProgress).get() }
        return try await plugins[index].intercept(endpoint, target: target) { [self] endpoint in
            try await intercept(endpoint, from: index + 1, onProgress)
        }
    }

    private func attempt(_ endpoint: Endpoint, _ onProgress: OnProgress?) async -> Result<Response, TalynError> {
        let request: URLRequest
        do throws(TalynError) {
            request = try await prepared(endpoint)
        } catch {
            return .failure(error)
        }
        var transportRequest = TransportRequest(request)
        transportRequest.validationType = target.validationType
        guard !plugins.isEmpty else { return await response(to: transportRequest, onProgress) }
        let announcement = PreparedRequest(request: request, sessionHeaders: transport.defaultHeaderFields)
        for plugin in plugins { plugin.willSend(announcement, target: target) }
        transportRequest.credential = announcement.credential
        let result = await response(to: transportRequest, onProgress)
        await delivery.run { [self] in
            for plugin in plugins { plugin.didReceive(result, target: target) }
        }
        return result
    }

    /// The request of an attempt, ready to be sent.
    private func prepared(_ endpoint: Endpoint) async throws(TalynError) -> URLRequest {
        try checkCancellation()
        // The endpoint's own request has been checked when it was made, and took no time to make.
        if makeRequest == nil, plugins.isEmpty { return try endpoint.urlRequest() }
        var request =
            if let makeRequest { try await made(endpoint, by: makeRequest) } else { try endpoint.urlRequest() }
        for plugin in plugins {
            do {
                request = try await plugin.prepare(request, target: target)
            } catch {
                throw TalynError(wrapping: error)
            }
        }
        try checkCancellation()
        try RequestError.check(request)
        return request
    }

    private func checkCancellation() throws(TalynError) {
        if Task.isCancelled { throw .underlying(TransportError(.cancelled), nil) }
    }

    private func made(_ endpoint: Endpoint, by makeRequest: MakeRequest) async throws(TalynError) -> URLRequest {
        let callback = Callback<Result<URLRequest, TalynError>>()
        makeRequest(endpoint) { callback.resolve($0) }
        guard let result = await callback.value() else { throw .underlying(TransportError(.cancelled), nil) }
        return try result.get()
    }

    /// Sends the request; gives the response if the target's validation accepts it.
    private func response(
        to transportRequest: TransportRequest,
        _ onProgress: OnProgress?
    ) async -> Result<Response, TalynError> {
        let request = transportRequest.urlRequest
        do {
            let head = try await transport.send(transportRequest)
            var data = head.body.data
            if data == nil { data = try await collect(head, onProgress) }
            let response = Response(
                head.statusCode,
                data ?? Data(),
                head.headerFields,
                request,
                head.url,
                target: target
            )
            guard target.validationType.accepts(response.statusCode) else {
                return .failure(.underlying(ValidationError.unacceptableStatusCode(response.statusCode), response))
            }
            return .success(response)
        } catch let error as CancellationError {
            return .failure(.underlying(TransportError(.cancelled, url: request.url, underlyingError: error), nil))
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }

    private func collect(_ head: TransportResponse, _ onProgress: OnProgress?) async throws -> Data {
        var chunks = head.body.makeAsyncIterator()
        guard var data = try await chunks.next() else { return Data() }
        report(data.count, of: head, to: onProgress)
        guard let second = try await chunks.next() else { return data }
        data.reserveCapacity(min(head.contentLength ?? 0, Self.largestReservation))
        var next: Data? = second
        while let chunk = next {
            data.append(chunk)
            report(data.count, of: head, to: onProgress)
            next = try await chunks.next()
        }
        return data
    }

    private func report(_ received: Int, of head: TransportResponse, to onProgress: OnProgress?) {
        guard let onProgress else { return }
        let progress = Progress(totalUnitCount: Int64(head.contentLength ?? -1))
        progress.completedUnitCount = Int64(received)
        onProgress(progress)
    }

    /// How much memory a Content-Length can claim before its bytes have arrived.
    private static let largestReservation = 16 << 20
}

extension TransportResponse {
    /// The number of bytes that the body will have, if the head tells.
    ///
    /// It doesn't for a compressed body, whose field counts bytes before they are unpacked.
    fileprivate var contentLength: Int? {
        guard headerFields[.contentEncoding] == nil else { return nil }
        return headerFields[.contentLength].flatMap { Int($0) }
    }
}
