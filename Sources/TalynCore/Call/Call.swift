import HTTPTypes
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call: the way from an endpoint to its response. Read the file from top to bottom.
///
/// endpoint → call interceptors ⟲ attempt → request → redirects, challenges and cookies ⟲ exchange → validation → response
///
/// Live, stubbed and replayed calls differ in their transport, which is inside ``followUps``. Downloads and streams differ
/// in their ``receiver``, and in the plugins that they add.
final class Call: Sendable {
    let context: CallContext
    private let followUps: FollowUpHandler
    private let receiver: any BodyReceiver

    init(_ context: CallContext, by followUps: FollowUpHandler, to receiver: any BodyReceiver) {
        self.context = context
        self.followUps = followUps
        self.receiver = receiver
    }

    private var plugins: PluginStations { context.stations }

    /// Runs the call, within its deadline.
    func response() async throws(TalynError) -> Response {
        let outcome =
            if let deadline = context.endpoint.options.deadline {
                await intercepted(within: deadline)
            } else {
                await intercepted()
            }
        context.end()
        for observer in plugins.observers { observer.didEnd(outcome, context: context) }
        switch outcome {
        case .success(let response): return response.with(context)
        case .failure(let error): throw error.with(context)
        }
    }

    // MARK: - Interceptors

    private func intercepted() async -> Result<Response, TalynError> {
        guard !plugins.calls.isEmpty else { return await attempt(context.endpoint) }
        do {
            return .success(try await intercept(context.endpoint, from: 0))
        } catch {
            return .failure(TalynError(error))
        }
    }

    private func intercepted(within deadline: Duration) async -> Result<Response, TalynError> {
        let failure = TransportError(.deadlineExceeded, origin: Origin(context.endpoint.url))
        let limit = TimeLimit(duration: deadline, time: context.time)
        // Without any time, nothing is sent.
        let result = deadline > .zero ? await limit.outcome(failingWith: failure) { await self.intercepted() } : nil
        return result ?? .failure(TalynError(failure))
    }

    private func intercept(_ endpoint: Endpoint, from index: Int) async throws -> Response {
        guard index < plugins.calls.count else { return try await attempt(endpoint).get() }
        let plugin = plugins.calls[index]
        return try await plugin.intercept(endpoint, context: context) { [self] next in
            if !next.isIdentical(to: endpoint) { context.note(change: endpoint, to: next, by: plugin) }
            return try await intercept(next, from: index + 1)
        }
    }

    // MARK: - Attempt

    private func attempt(_ endpoint: Endpoint) async -> Result<Response, TalynError> {
        // Without interceptors, the only attempt begins with the call.
        let record = AttemptRecord(
            start: plugins.calls.isEmpty ? context.start : context.time.now,
            secretNames: endpoint.options.secretHeaderFields
        )
        let result: Result<Response, TalynError>
        do throws(TalynError) {
            try checkCancellation()
            let request = try await request(for: endpoint, record)
            record.send(request, at: context.time.now)
            result = await exchange(request, within: endpoint.options.timeout, record).mapError { $0.with(context) }
        } catch {
            result = .failure(error.with(context))
        }
        end(record, with: result)
        return result
    }

    @inline(never)  // Keeps the coroutine frame of a waiting call small.
    private func end(_ record: AttemptRecord, with result: Result<Response, TalynError>) {
        record.end(result, at: context.time.now)
        context.add(record)
        guard record.sent != nil else { return }
        for observer in plugins.observers { observer.didReceive(result, context: context) }
    }

    private func checkCancellation() throws(TalynError) {
        if Task.isCancelled { throw TalynError(LimitReach.cause(of: CancellationError())) }
    }

    // MARK: - Request

    /// The request of an attempt, as it goes to the first exchange.
    private func request(
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) async throws(TalynError) -> OutgoingRequest {
        var request = try request(of: endpoint)
        record.make(request, steps: plugins.requests.count)
        if !plugins.requests.isEmpty { try await adapt(&request, record) }
        try finish(&request, for: endpoint, record)
        for observer in plugins.observers { observer.willSend(request, context: context) }
        return request
    }

    /// The request of the endpoint itself.
    private func request(of endpoint: Endpoint) throws(TalynError) -> OutgoingRequest {
        var request = try endpoint.request()
        do throws(BodyError) {
            try endpoint.body.upload?.setContentType(of: &request)
        } catch {
            throw TalynError(error)
        }
        request.context = context
        request.options = endpoint.options
        let secretNames = context.endpoint.options.secretHeaderFields
        if !secretNames.isEmpty { request.options.secretHeaderFields.formUnion(secretNames) }
        if let priority = endpoint.options.priority?.fieldValue, !request.headerFields.contains(.priority) {
            request.headerFields[.priority] = priority
        }
        return request
    }

    /// Lets the plugins change the request.
    private func adapt(_ request: inout OutgoingRequest, _ record: AttemptRecord) async throws(TalynError) {
        do {
            for plugin in plugins.requests {
                try await plugin.adapt(&request, context: context)
                // Before the next plugin, which may fail: the metrics of the failure have the changes so far.
                if !request.credentialNames.isEmpty { record.secretNames.formUnion(request.credentialNames) }
                record.change(request, by: type(of: plugin))
            }
            try checkCancellation()
        } catch {
            throw TalynError(error)
        }
    }

    /// Adds the body of an upload, and removes the credentials of another origin.
    private func finish(
        _ request: inout OutgoingRequest,
        for endpoint: Endpoint,
        _ record: AttemptRecord
    ) throws(TalynError) {
        if !context.allowsCredentials(for: request) {
            request.mayHaveCredentials = false
            // The parameters of a URL elsewhere, such as a server's next page, are that server's.
            request.removeCredentials(addedTo: context.allowsCredentials(for: endpoint) ? "" : endpoint.url)
            context.note("sends no credentials, since the request goes to another origin than the base URL")
        }
        request.options.compression?.compress(&request)
        do throws(BodyError) {
            // The body of a plugin replaces an upload.
            if let upload = endpoint.body.upload, request.body == nil {
                // A plugin may have given every request the same type.
                try upload.setContentType(of: &request)
                request.body = try upload.body(for: request)
                request.upload = upload
            }
        } catch {
            throw TalynError(error)
        }
        record.sentBytes = request.body.map { $0.length } ?? 0
        record.isReplayable = request.body?.isReplayable ?? true
        if let onProgress = context.onProgress { request.reportProgress(to: onProgress) }
    }

    // MARK: - Transport and response

    private func exchange(
        _ request: OutgoingRequest,
        within timeout: Duration?,
        _ record: AttemptRecord
    ) async -> Result<Response, TalynError> {
        guard let timeout else { return await exchange(request, record) }
        let failure = TransportError(.timedOut, of: request)
        let limit = TimeLimit(duration: timeout, time: context.time)
        let result =
            timeout > .zero ? await limit.outcome(failingWith: failure) { await self.exchange(request, record) } : nil
        return result ?? .failure(TalynError(failure))
    }

    private func exchange(_ request: OutgoingRequest, _ record: AttemptRecord) async -> Result<Response, TalynError> {
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
        _ request: OutgoingRequest,
        _ record: AttemptRecord
    ) async throws -> Result<Response, TalynError> {
        record.receive(response, at: response.body.data == nil ? context.time.now : nil)
        let isAccepted = context.target.validation.accepts(response.statusCode)
        var incoming = IncomingResponse(head: response, request: request, context: context, record: record)
        // The status of a failure counts more than the length of its body, which is cut at the limit.
        if isAccepted, let maximum = request.options.maximumResponseSize {
            try incoming.head.limitBody(to: maximum, of: request)
        }
        if let response = try await receiver.receive(incoming, isAccepted: isAccepted) { return .success(response) }
        let failure = incoming.response(.data(try await incoming.collectErrorBody()))
        return .failure(TalynError(.unacceptableStatus, response: failure))
    }

    @inline(never)
    private func failure(_ error: any Error, of request: OutgoingRequest) -> TalynError {
        switch LimitReach.cause(of: error) {
        case let error as TransportError where error.underlyingError is BodyError:
            // The client failed because of the request's body.
            TalynError(error.underlyingError ?? error)
        case let error as CancellationError:
            TalynError(TransportError(.cancelled, of: request, underlyingError: error))
        default:
            TalynError(error)
        }
    }
}

extension HTTPField.Name {
    /// See RFC 9218.
    fileprivate static let priority = HTTPField.Name("Priority")!
}
