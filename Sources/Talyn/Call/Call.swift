import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One call: the way from an endpoint to its response. Read the file from top to bottom.
///
/// endpoint → plugins around → attempt → request → redirects, challenges and cookies around the transport → validation →
/// response
///
/// Live, stubbed and replayed calls differ in their transport, which is inside ``followUps``. Downloads and streams differ
/// in their ``receiver``, and in the plugins that they add.
final class Call: Sendable {
    let context: CallContext
    private let plugins: [any Plugin]
    private let followUps: FollowUpHandler
    private let receiver: any BodyReceiver

    init(_ context: CallContext, by followUps: FollowUpHandler, to receiver: any BodyReceiver) {
        self.context = context
        plugins = context.plugins
        self.followUps = followUps
        self.receiver = receiver
    }

    /// Runs the call, within its deadline.
    func response() async throws(TalynError) -> Response {
        let outcome =
            if let deadline = context.endpoint.options.deadline {
                await intercepted(within: deadline)
            } else {
                await intercepted()
            }
        let result = process(outcome)
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

    private func intercepted(within deadline: Duration) async -> Result<Response, TalynError> {
        let failure = TransportError(.deadlineExceeded, url: URL(string: context.endpoint.url))
        let limit = TimeLimit(duration: deadline, time: context.time, failure: failure)
        // Without any time, nothing is sent.
        let result = deadline > .zero ? await limit.outcome { await self.intercepted() } : nil
        return result ?? .failure(TalynError(failure))
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
            secretNames: endpoint.options.secretHeaderFields
        )
        let result: Result<Response, TalynError>
        do throws(TalynError) {
            try checkCancellation()
            let request = try await transportRequest(for: endpoint, record)
            record.send(request.urlRequest, at: context.time.now)
            result = await exchange(request, within: endpoint.options.timeout, record).mapError { $0.with(context) }
        } catch {
            result = .failure(error.with(context))
        }
        end(record, with: result)
        return result
    }

    @inline(never)  // Its variables are then no part of what a waiting call keeps.
    private func end(_ record: AttemptRecord, with result: Result<Response, TalynError>) {
        record.end(result, at: context.time.now)
        context.add(record)
        guard record.sent != nil else { return }
        for plugin in plugins { plugin.didReceive(result, context: context) }
    }

    private func checkCancellation() throws(TalynError) {
        if Task.isCancelled { throw TalynError(LimitReach.cause(of: CancellationError())) }
    }

    // MARK: - Request

    /// The request of an attempt while it is prepared.
    private struct Prepared {
        var request: URLRequest
        /// The names of the header fields and query parameters that adaptations set, which may be credentials.
        var adaptedNames: Set<String> = []
    }

    /// The request, prepared by the plugins.
    private func transportRequest(
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) async throws(TalynError) -> TransportRequest {
        var prepared = Prepared(request: try request(of: endpoint))
        if plugins.isEmpty {
            record.make(prepared.request)
        } else {
            try await prepare(&prepared, for: endpoint, record)
        }
        return try transportRequest(prepared, for: endpoint, record)
    }

    /// The request of the endpoint itself.
    private func request(of endpoint: Endpoint) throws(TalynError) -> URLRequest {
        var request = try endpoint.urlRequest()
        do throws(BodyError) {
            try endpoint.body.upload?.setContentType(of: &request)
        } catch {
            throw TalynError(error)
        }
        request.use(endpoint.options)
        return request
    }

    /// Lets the plugins prepare the request.
    private func prepare(
        _ prepared: inout Prepared,
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) async throws(TalynError) {
        do {
            for adaptation in endpoint.adaptations where !adaptation.addsCredentials {
                try await adaptation.adapt(&prepared.request)
            }
            record.make(prepared.request, steps: plugins.count + endpoint.adaptations.count)
            for adaptation in endpoint.adaptations where adaptation.addsCredentials {
                let previous = prepared.request
                try await adaptation.adapt(&prepared.request)
                prepared.adaptedNames.formUnion(prepared.request.names(changedSince: previous))
                record.secretNames.formUnion(prepared.adaptedNames)
                record.change(prepared.request, by: adaptation.plugin)
            }
            for plugin in plugins {
                prepared.request = try await plugin.prepare(prepared.request, context: context)
                record.change(prepared.request, by: type(of: plugin))
            }
            try checkCancellation()
            // A plugin may have given every request the same type.
            try endpoint.body.upload?.setContentType(of: &prepared.request)
            try RequestError.check(prepared.request)
        } catch {
            throw TalynError(error)
        }
    }

    private func transportRequest(
        _ prepared: Prepared,
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) throws(TalynError) -> TransportRequest {
        var prepared = prepared
        let upload = endpoint.body.upload

        // Credentials stay with the origin that they were given for.
        var options = endpoint.options
        let secretNames = context.endpoint.options.secretHeaderFields
        if !secretNames.isEmpty { options.secretHeaderFields.formUnion(secretNames) }
        let mayHaveCredentials = context.credentialOrigins.contain(prepared.request.url?.absoluteString ?? endpoint.url)
        if !mayHaveCredentials {
            // The parameters of a URL elsewhere, such as a server's next page, are that server's.
            prepared.request.removeCredentials(
                named: prepared.adaptedNames.union(options.secretHeaderFields),
                addedTo: context.credentialOrigins.contain(endpoint.url) ? "" : endpoint.url
            )
            context.note("sends no credentials, since the request goes to another origin than the base URL")
        }

        do {
            if let compression = options.compression { try compression.compress(&prepared.request) }
            var request = TransportRequest(prepared.request)
            request.context = context
            request.options = options
            request.mayHaveCredentials = mayHaveCredentials
            request.adaptedNames = prepared.adaptedNames
            // The body of a plugin replaces an upload.
            if let upload, request.body == nil { request.body = try upload.body(for: prepared.request) }
            record.sentBytes = request.body.map { $0.length } ?? 0
            record.isReplayable = request.body?.isReplayable ?? true
            if let onProgress = context.onProgress { request.reportProgress(to: onProgress) }
            announce(&request, as: prepared.request, upload)
            return request
        } catch {
            throw TalynError(error)
        }
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
        let fields = followUps.transport.defaultHeaderFields
        let announcement = PreparedRequest(
            prepared,
            transportHeaderFields: request.mayHaveCredentials
                ? fields : fields.withoutCredentials(named: request.secretNames),
            upload: upload,
            secretNames: request.secretNames
        )
        for plugin in plugins { plugin.willSend(announcement, context: context) }
        if request.mayHaveCredentials { request.credential = announcement.credential }
    }

    // MARK: - Transport and response

    private func exchange(
        _ request: TransportRequest,
        within timeout: Duration?,
        _ record: AttemptRecord
    ) async -> Result<Response, TalynError> {
        guard let timeout else { return await exchange(request, record) }
        let failure = TransportError(.timedOut, url: request.urlRequest.url)
        let limit = TimeLimit(duration: timeout, time: context.time, failure: failure)
        let result = timeout > .zero ? await limit.outcome { await self.exchange(request, record) } : nil
        return result ?? .failure(TalynError(failure))
    }

    private func exchange(_ request: TransportRequest, _ record: AttemptRecord) async -> Result<Response, TalynError> {
        do {
            return try await receive(try await followUps.send(request), request, record)
        } catch {
            return .failure(failure(error, of: request))
        }
    }

    /// Receives the body.
    ///
    /// Not inlined: a call that waits for its server needs no memory for it.
    @inline(never)
    private func receive(
        _ response: TransportResponse,
        _ request: TransportRequest,
        _ record: AttemptRecord
    ) async throws -> Result<Response, TalynError> {
        var head = response
        record.receive(head, at: head.body.data == nil ? context.time.now : nil)
        let isAccepted = context.target.validation.accepts(head.statusCode)
        // The status of a failure counts more than the length of its body, which is cut at the limit.
        if isAccepted, let maximum = request.options.maximumResponseSize {
            try head.limitBody(to: maximum, of: request.urlRequest) { [context] in context.noteBodyFailure($0) }
        }
        let reception = Reception(head: head, request: request, record: record, context: context)
        if let content = try await receiver.receive(reception, isAccepted: isAccepted) {
            return .success(reception.response(content))
        }
        let response = reception.response(.data(try await reception.collectErrorBody()))
        return .failure(TalynError(.unacceptableStatus, response: response))
    }

    @inline(never)
    private func failure(_ error: any Error, of request: TransportRequest) -> TalynError {
        switch LimitReach.cause(of: error) {
        case let error as TransportError where error.underlyingError is BodyError:
            // The client failed because of the request's body.
            TalynError(error.underlyingError ?? error)
        case let error as CancellationError:
            TalynError(TransportError(.cancelled, url: request.urlRequest.url, underlyingError: error))
        default:
            TalynError(error)
        }
    }
}

extension URLRequest {
    /// The names of header fields and query parameters with other values than in an earlier request.
    fileprivate func names(changedSince previous: URLRequest) -> Set<String> {
        var names: Set<String> = []
        let fields = previous.allHTTPHeaderFields ?? [:]
        for (name, value) in allHTTPHeaderFields ?? [:] where fields[name] != value { names.insert(name) }
        guard url != previous.url else { return names }
        let parameters = previous.queryItems
        for item in queryItems where !parameters.contains(item) { names.insert(item.name) }
        return names
    }

    private var queryItems: [URLQueryItem] {
        url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false)?.queryItems } ?? []
    }

    /// Takes over the options of a request.
    fileprivate mutating func use(_ options: RequestOptions) {
        guard !options.isEmpty else { return }
        if let idleTimeout = options.idleTimeout { timeoutInterval = idleTimeout.seconds }
        if let cache = options.cache { cachePolicy = cache.mode.urlRequestPolicy }
        if let priority = options.priority?.fieldValue, value(forHTTPHeaderField: "Priority") == nil {
            setValue(priority, forHTTPHeaderField: "Priority")
        }
    }
}
