import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call: the way from an endpoint to its response. Read the file from top to bottom.
///
/// endpoint → plugins around → attempt → request → redirects, challenges and cookies around the transport → validation →
/// response
///
/// Live, stubbed and replayed calls differ in their ``transport``. Downloads and streams differ in their ``receiver``, and
/// in the plugins that they add.
final class Call: Sendable {
    let context: CallContext
    private let plugins: [any Plugin]
    private let transport: any Transport
    private let receiver: any BodyReceiver

    init(_ context: CallContext, by transport: any Transport, to receiver: any BodyReceiver) {
        self.context = context
        plugins = context.plugins
        self.transport = transport
        self.receiver = receiver
    }

    /// Runs the call, within its deadline.
    func response() async throws(TalynError) -> Response {
        let result = process(await withinDeadline { await self.intercepted() })
        context.end()
        switch result {
        case .success(let response): return response.with(context)
        case .failure(let error): throw error.with(context)
        }
    }

    // MARK: - Plugins around

    private func intercepted() async -> Result<Response, TalynError> {
        guard !plugins.isEmpty else { return await attempt(context.endpoint) }
        do {
            return .success(try await intercept(context.endpoint, from: 0))
        } catch {
            return .failure(TalynError(error))
        }
    }

    private func intercept(_ endpoint: Endpoint, from index: Int) async throws -> Response {
        guard index < plugins.count else { return try await attempt(endpoint).get() }
        let plugin = plugins[index]
        return try await plugin.intercept(endpoint, context: context) { [self] next in
            if !next.isIdentical(to: endpoint) { context.note(change: endpoint, to: next, by: plugin) }
            return try await intercept(next, from: index + 1)
        }
    }

    private func process(_ result: Result<Response, TalynError>) -> Result<Response, TalynError> {
        plugins.reduce(result) { $1.process($0, context: context) }
    }

    // MARK: - Attempt

    private func attempt(_ endpoint: Endpoint) async -> Result<Response, TalynError> {
        // Without plugins, the only attempt begins with the call.
        let record = AttemptRecord(
            start: plugins.isEmpty ? context.start : context.time.now,
            options: endpoint.options
        )
        let result: Result<Response, TalynError>
        do throws(TalynError) {
            let request = try await transportRequest(for: endpoint, record)
            result = await send(request, within: endpoint.options.timeout, record).mapError { $0.with(context) }
        } catch {
            result = .failure(error.with(context))
        }
        record.end(result, at: context.time.now)
        context.add(record)
        if record.sent != nil {
            for plugin in plugins { plugin.didReceive(result, context: context) }
        }
        return result
    }

    // MARK: - Request

    private func transportRequest(
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) async throws(TalynError) -> TransportRequest {
        try checkCancellation()
        var adaptedNames: Set<String> = []
        var prepared = try await prepared(endpoint, record, &adaptedNames)
        let upload = endpoint.body.upload

        // Credentials stay with the origin that they were given for.
        var options = endpoint.options
        options.secretHeaderFields.formUnion(context.endpoint.options.secretHeaderFields)
        let mayHaveCredentials = context.credentialOrigins.contain(prepared.url?.absoluteString ?? endpoint.url)
        if !mayHaveCredentials {
            prepared.removeCredentials(
                inFieldsNamed: adaptedNames.union(options.secretHeaderFields),
                addedTo: endpoint.url
            )
            context.note("sends no credentials, since the request goes to another origin than the base URL")
        }

        do {
            if let compression = options.compression { try compression.compress(&prepared) }
            var request = TransportRequest(prepared)
            request.context = context
            request.options = options
            request.mayHaveCredentials = mayHaveCredentials
            request.adaptedFieldNames = adaptedNames
            // The body of a plugin replaces an upload.
            if let upload, prepared.httpBody == nil { request.body = try upload.body(for: prepared) }
            record.sentBytes = request.body.map { $0.length } ?? 0
            record.isReplayable = request.body?.isReplayable ?? true
            if let onProgress = context.onProgress { request.reportProgress(to: onProgress) }
            announce(&request, as: prepared, upload)
            return request
        } catch {
            throw TalynError(error)
        }
    }

    /// The request of an attempt, as the endpoint and the plugins make it.
    ///
    /// - Parameter adaptedNames: Gets the names of the header fields that adaptations set, which may be credentials.
    private func prepared(
        _ endpoint: Endpoint,
        _ record: AttemptRecord,
        _ adaptedNames: inout Set<String>
    ) async throws(TalynError) -> URLRequest {
        do {
            var request = try endpoint.urlRequest()
            try endpoint.body.upload?.setContentType(of: &request)
            request.use(endpoint.options)
            for adaptation in endpoint.adaptations where !adaptation.addsCredentials {
                try await adaptation.adapt(&request)
            }
            record.make(request, steps: plugins.count + endpoint.adaptations.count)
            if plugins.isEmpty { return request }
            for adaptation in endpoint.adaptations where adaptation.addsCredentials {
                let previous = request.allHTTPHeaderFields ?? [:]
                try await adaptation.adapt(&request)
                for (name, value) in request.allHTTPHeaderFields ?? [:] where previous[name] != value {
                    adaptedNames.insert(name)
                }
                record.change(request, by: adaptation.plugin)
            }
            for plugin in plugins {
                request = try await plugin.prepare(request, context: context)
                record.change(request, by: type(of: plugin))
            }
            try checkCancellation()
            // A plugin may have given every request the same type.
            try endpoint.body.upload?.setContentType(of: &request)
            try RequestError.check(request)
            return request
        } catch {
            throw TalynError(error)
        }
    }

    private func checkCancellation() throws(TalynError) {
        if Task.isCancelled { throw .cancelled }
    }

    /// Tells the plugins of the request. One of them may answer a challenge.
    ///
    /// - Parameter prepared: The request without the upload, which stands beside it.
    private func announce(
        _ request: inout TransportRequest,
        as prepared: URLRequest,
        _ upload: RequestBody.Upload?
    ) {
        guard !plugins.isEmpty else { return }
        let fields = transport.defaultHeaderFields
        let announcement = PreparedRequest(
            prepared,
            transportHeaderFields: request.mayHaveCredentials ? fields : fields.addedByTransports,
            upload: upload
        )
        for plugin in plugins { plugin.willSend(announcement, context: context) }
        if request.mayHaveCredentials { request.credential = announcement.credential }
    }

    // MARK: - Transport and response

    private func send(
        _ request: TransportRequest,
        within timeout: Duration?,
        _ record: AttemptRecord
    ) async -> Result<Response, TalynError> {
        record.send(request.urlRequest, at: context.time.now)
        guard let timeout else { return await exchange(request, record) }
        let result =
            timeout > .zero
            ? await TimeLimit(duration: timeout, time: context.time).outcome {
                await self.exchange(request, record)
            } : nil
        return result ?? .failure(TalynError(TransportError(.timedOut, url: request.urlRequest.url)))
    }

    private func exchange(_ request: TransportRequest, _ record: AttemptRecord) async -> Result<Response, TalynError> {
        do {
            var head = try await FollowUpHandler(transport).send(request)
            record.receive(head, at: head.body.data == nil ? context.time.now : nil)
            if let maximum = request.options.maximumResponseSize {
                try head.limitBody(to: maximum, of: request.urlRequest)
            }
            let reception = Reception(head: head, request: request, record: record, context: context)
            let isAccepted = context.target.validation.accepts(head.statusCode)
            if let content = try await receiver.receive(reception, isAccepted: isAccepted) {
                return .success(reception.response(content))
            }
            let response = reception.response(.data(try await reception.collect(upTo: Reception.longestErrorBody)))
            return .failure(TalynError(.unacceptableStatus, response: response))
        } catch let error as TransportError where error.underlyingError is BodyError {
            // The client failed because of the request's body.
            return .failure(TalynError(error.underlyingError ?? error))
        } catch let error as CancellationError {
            let url = request.urlRequest.url
            return .failure(TalynError(TransportError(.cancelled, url: url, underlyingError: error)))
        } catch {
            return .failure(TalynError(error))
        }
    }

    // MARK: - Deadline

    private func withinDeadline(
        _ operation: @escaping @Sendable () async -> Result<Response, TalynError>
    ) async -> Result<Response, TalynError> {
        guard let deadline = context.endpoint.options.deadline else { return await operation() }
        // Without any time, nothing is sent.
        let result =
            deadline > .zero
            ? await TimeLimit(duration: deadline, time: context.time).outcome(of: operation) : nil
        let url = URL(string: context.endpoint.url)
        return result ?? .failure(TalynError(TransportError(.deadlineExceeded, url: url)))
    }
}

extension URLRequest {
    /// Takes over the options of a request.
    fileprivate mutating func use(_ options: RequestOptions) {
        guard !options.isEmpty else { return }
        if let idleTimeout = options.idleTimeout { timeoutInterval = idleTimeout.seconds }
        if let cachePolicy = options.cachePolicy { self.cachePolicy = cachePolicy }
        if let priority = options.priority?.fieldValue, value(forHTTPHeaderField: "Priority") == nil {
            setValue(priority, forHTTPHeaderField: "Priority")
        }
    }
}
