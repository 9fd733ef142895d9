import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call on its way through the pipeline: what an endpoint goes through until it is a response.
///
/// Live and stubbed calls run the same code; only their ``transport`` differs.
final class Call: Sendable {
    /// Makes the request of an attempt, perhaps later and from another thread.
    typealias MakeRequest = @Sendable (Endpoint, @escaping @Sendable (Result<URLRequest, TalynError>) -> Void) -> Void

    /// Is told how much of the request's body has been sent, or of the response's has arrived.
    typealias OnCount = @Sendable (TransferCount) -> Void

    let target: any TargetType
    let endpoint: Endpoint
    let sink: ResponseSink
    /// Whether it may have the outcome of an identical call.
    let isShareable: Bool
    let delivery: Delivery
    let record: CallRecord
    private let makeRequest: MakeRequest?
    private let plugins: [any Plugin]
    let transport: any Transport
    /// Where the call is written.
    let place: CallPlace?

    init(
        target: any TargetType,
        endpoint: Endpoint,
        sink: ResponseSink,
        record: CallRecord,
        isShareable: Bool,
        makeRequest: MakeRequest?,
        plugins: [any Plugin],
        transport: any Transport,
        delivery: Delivery,
        place: CallPlace?
    ) {
        self.target = target
        self.endpoint = endpoint
        self.sink = sink
        self.record = record
        self.isShareable = isShareable
        self.makeRequest = makeRequest
        self.plugins = plugins
        self.transport = transport
        self.delivery = delivery
        self.place = place
    }

    /// Runs the attempts, and around them the plugins that intercept.
    func run(_ onCount: OnCount?) async -> Result<Response, TalynError> {
        guard !plugins.isEmpty else { return await attempts { await attempt(endpoint, onCount) } }
        do {
            let response = try await intercept(endpoint, from: 0, onCount)
            // A plugin may have answered with what it got by a call of its own.
            return .success(response.record === record ? response : Response(response, record: record))
        } catch {
            let error = TalynError(wrapping: error)
            return .failure(error.record === record ? error : error.keeping(record))
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

    /// Ends the account of the call, and gives the outcome with it.
    ///
    /// - Parameter outcome: Its own, or that of an identical call whose requests it shared.
    func ended(with outcome: Result<Response, TalynError>) -> Result<Response, TalynError> {
        switch outcome {
        case .success(let response):
            end(sharing: response.record)
            if response.record === record, response.target != nil { return outcome }
            // A plugin that answered itself doesn't know how the target reads a failure.
            return .success(Response(response, target: response.target ?? target, record: record))
        case .failure(let error):
            end(sharing: error.record)
            return .failure(error.record === record ? error : error.keeping(record))
        }
    }

    /// - Parameter other: Of the call whose outcome it is, this one or another.
    private func end(sharing other: CallRecord?) {
        let shared = other === record ? nil : other
        // Without plugins the call ends with its only attempt.
        record.end(plugins.isEmpty && shared == nil && sink.download == nil ? nil : record.time.now, sharing: shared)
    }

    private func intercept(
        _ endpoint: Endpoint,
        from index: Int,
        _ onCount: OnCount?
    ) async throws -> Response {
        guard index < plugins.count else { return try await attempts { await attempt(endpoint, onCount) }.get() }
        let plugin = plugins[index]
        return try await plugin.intercept(endpoint, target: target) { [self] next in
            guard !next.isIdentical(to: endpoint) else { return try await intercept(next, from: index + 1, onCount) }
            record.note(change: endpoint, to: next, by: plugin)
            var next = next
            if next.credentialOrigins == nil { next.bindCredentials(to: endpoint.credentialOrigins) }
            return try await intercept(next, from: index + 1, onCount)
        }
    }

    private func attempt(_ endpoint: Endpoint, _ onCount: OnCount?) async -> Result<Response, TalynError> {
        // Without plugins the only attempt begins with the call.
        let attempt = AttemptRecord(
            start: plugins.isEmpty && sink.download == nil ? record.start : record.time.now,
            options: endpoint.options
        )
        var result = await outcome(of: endpoint, onCount, attempt)
        attempt.end = record.time.now
        if case .failure(let error) = result {
            attempt.note(error)
            // Plugins can ask it what has happened so far.
            result = .failure(error.keeping(record))
        }
        record.add(attempt)
        guard attempt.sent != nil, !plugins.isEmpty else { return result }
        await delivery.run { [self, result] in
            for plugin in plugins { plugin.didReceive(result, target: target) }
        }
        return result
    }

    private func outcome(
        of endpoint: Endpoint,
        _ onCount: OnCount?,
        _ attempt: AttemptRecord
    ) async -> Result<Response, TalynError> {
        let transfer = endpoint.task.transfer
        let request: URLRequest
        var transportRequest: TransportRequest
        let mayHaveCredentials: Bool
        do throws(TalynError) {
            // An endpoint that a plugin has made by hand doesn't have the options of the call.
            var options = endpoint.options
            let secretNames = self.endpoint.options.secretHeaderFields
            if !secretNames.isSubset(of: options.secretHeaderFields) {
                options.secretHeaderFields.formUnion(secretNames)
            }
            var adaptedNames: Set<String> = []
            var ready = try await prepared(endpoint, transfer, attempt, &adaptedNames)
            mayHaveCredentials = endpoint.mayHaveCredentials(at: ready.url?.absoluteString ?? endpoint.url)
            if !mayHaveCredentials {
                let names = adaptedNames.union(options.secretHeaderFields)
                ready.removeCredentials(inFieldsNamed: names, addedTo: endpoint.url)
                record.note("sends no credentials, since the request leads to another origin than the base URL")
            }
            if let compression = endpoint.options.compression { try compression.compress(&ready) }
            attempt.request = ready
            request = ready
            sink.download?.willSend(request)
            transportRequest = TransportRequest(request)
            transportRequest.call = self
            transportRequest.validationType = target.validationType
            transportRequest.options = options
            transportRequest.mayHaveCredentials = mayHaveCredentials
            transportRequest.adaptedFieldNames = adaptedNames
            if case .upload(let upload) = transfer { try attach(upload, to: &transportRequest) }
        } catch {
            return .failure(error)
        }
        attempt.sentBytes = transportRequest.body.map { $0.length } ?? 0
        let sending = SendProgress(of: &transportRequest, onCount)
        defer { sending?.end() }
        if !plugins.isEmpty {
            let announcement = PreparedRequest(
                request,
                transportHeaderFields: transport.defaultHeaderFields,
                upload: transfer.upload
            )
            for plugin in plugins { plugin.willSend(announcement, target: target) }
            if mayHaveCredentials { transportRequest.credential = announcement.credential }
        }
        attempt.sent = record.time.now
        guard let timeout = endpoint.options.timeout else {
            return await response(to: transportRequest, transfer, onCount, attempt)
        }
        let limit = TimeLimit(duration: timeout, time: record.time)
        var outcome: Result<Response, TalynError>?
        if timeout > .zero {
            outcome = await limit.outcome { [self, transportRequest] in
                await response(to: transportRequest, transfer, onCount, attempt)
            }
        }
        return outcome ?? .failure(.underlying(TransportError(.timedOut, url: request.url), nil))
    }

    /// The request of an attempt, ready to be sent.
    ///
    /// - Parameter adaptedNames: Gets the names of the header fields that adaptations set, which may be credentials.
    private func prepared(
        _ endpoint: Endpoint,
        _ transfer: Transfer,
        _ attempt: AttemptRecord,
        _ adaptedNames: inout Set<String>
    ) async throws(TalynError) -> URLRequest {
        try checkCancellation()
        var request =
            if let makeRequest { try await made(endpoint, by: makeRequest) } else { try endpoint.urlRequest() }
        if case .upload(let upload) = transfer { try setContentType(of: upload, in: &request) }
        request.use(endpoint.options)
        // Before the plugins, of which one may sign the request.
        sink.download?.prepare(&request)
        attempt.note(request, made: plugins.count + endpoint.adaptations.count)
        // The endpoint's own request has been checked when it was made, and took no time to make.
        if makeRequest == nil, plugins.isEmpty { return request }
        do {
            for adaptation in endpoint.adaptations {
                let previous = request.allHTTPHeaderFields ?? [:]
                try await adaptation.adapt(&request)
                for (name, value) in request.allHTTPHeaderFields ?? [:] where previous[name] != value {
                    adaptedNames.insert(name)
                }
                attempt.note(request, by: adaptation.plugin)
            }
            for plugin in plugins {
                request = try await plugin.prepare(request, target: target)
                attempt.note(request, by: type(of: plugin))
            }
        } catch {
            throw TalynError(wrapping: error)
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

extension URLRequest {
    /// Takes over what options say of a request itself.
    fileprivate mutating func use(_ options: RequestOptions) {
        guard !options.isEmpty else { return }
        if let idleTimeout = options.idleTimeout { timeoutInterval = idleTimeout.seconds }
        if let cachePolicy = options.cachePolicy { self.cachePolicy = cachePolicy }
        if let priority = options.priority?.fieldValue, value(forHTTPHeaderField: "Priority") == nil {
            setValue(priority, forHTTPHeaderField: "Priority")
        }
    }
}
