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
    let transport: any Transport

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
        _ reporter: ProgressReporter?
    ) -> Result<Response, TalynError> {
        var result = outcome
        for plugin in plugins { result = plugin.process(result, target: target) }
        if let reporter, case .success(let response) = result { reporter.finish(response) }
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
        let transfer = endpoint.task.transfer
        let request: URLRequest
        var transportRequest: TransportRequest
        do throws(TalynError) {
            request = try await prepared(endpoint, transfer)
            transportRequest = TransportRequest(request)
            transportRequest.validationType = target.validationType
            if case .upload(let upload) = transfer { try attach(upload, to: &transportRequest) }
        } catch {
            return .failure(error)
        }
        // Progress is that of the upload if there is one, and otherwise that of the response.
        let sending = SendProgress(of: transfer, in: &transportRequest, onProgress)
        let onReceive = sending == nil ? onProgress : nil
        guard !plugins.isEmpty else {
            let result = await response(to: transportRequest, transfer, onReceive)
            sending?.end()
            return result
        }
        let announcement = PreparedRequest(
            request: request,
            sessionHeaders: transport.defaultHeaderFields,
            upload: transfer.upload
        )
        for plugin in plugins { plugin.willSend(announcement, target: target) }
        transportRequest.credential = announcement.credential
        let result = await response(to: transportRequest, transfer, onReceive)
        sending?.end()
        await delivery.run { [self] in
            for plugin in plugins { plugin.didReceive(result, target: target) }
        }
        return result
    }

    /// The request of an attempt, ready to be sent.
    private func prepared(_ endpoint: Endpoint, _ transfer: Transfer) async throws(TalynError) -> URLRequest {
        try checkCancellation()
        // The endpoint's own request has been checked when it was made, and took no time to make.
        if makeRequest == nil, plugins.isEmpty {
            var request = try endpoint.urlRequest()
            if case .upload(let upload) = transfer { try setContentType(of: upload, in: &request) }
            return request
        }
        var request =
            if let makeRequest { try await made(endpoint, by: makeRequest) } else { try endpoint.urlRequest() }
        if case .upload(let upload) = transfer { try setContentType(of: upload, in: &request) }
        for plugin in plugins {
            do {
                request = try await plugin.prepare(request, target: target)
            } catch {
                throw TalynError(wrapping: error)
            }
        }
        try checkCancellation()
        // A plugin may have given every request the same one.
        if case .upload(let upload) = transfer { try setContentType(of: upload, in: &request) }
        try RequestError.check(request)
        return request
    }

    private func setContentType(of upload: Upload, in request: inout URLRequest) throws(TalynError) {
        do throws(BodyError) {
            try upload.setContentType(of: &request)
        } catch {
            throw .underlying(error, nil)
        }
    }

    /// Gives the request the body that is uploaded, made anew for each attempt; a plugin's body takes its place.
    private func attach(_ upload: Upload, to request: inout TransportRequest) throws(TalynError) {
        guard request.urlRequest.httpBody == nil else { return }
        do throws(BodyError) {
            request.body = try upload.body(for: request.urlRequest)
        } catch {
            throw .underlying(error, nil)
        }
    }

    private func checkCancellation() throws(TalynError) {
        if Task.isCancelled { throw .cancelled }
    }

    private func made(_ endpoint: Endpoint, by makeRequest: MakeRequest) async throws(TalynError) -> URLRequest {
        let callback = Callback<Result<URLRequest, TalynError>>()
        makeRequest(endpoint) { callback.resolve($0) }
        guard let result = await callback.value() else { throw .cancelled }
        return try result.get()
    }
}
