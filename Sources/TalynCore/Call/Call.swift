import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// One call: the way from an endpoint to its response. Read the file from top to bottom.
///
/// endpoint → call interceptors ⟲ attempt → request → redirects, challenges and cookies ⟲ exchange → validation → response
///
/// Live, stubbed and replayed calls differ in their transport, which is inside ``followUps``. Downloads and streams differ
/// in their ``receiver``, and in the plugins that they add.
///
/// Functions that aren't inlined do their work before or after the wait for the server. A waiting call needs no memory for them.
final class Call: Sendable {
    let context: CallContext
    private let followUps: FollowUpHandler
    /// Receives the body; nil to collect it in memory.
    private let receiver: (any BodyReceiver)?

    init(_ context: CallContext, by followUps: FollowUpHandler, to receiver: (any BodyReceiver)?) {
        self.context = context
        self.followUps = followUps
        self.receiver = receiver
    }

    private var plugins: PluginStations { context.stations }

    /// Runs the call, within its deadline.
    func response() async throws(TalynError) -> Response {
        let endpoint = context.endpoint
        let outcome: Result<Response, TalynError>
        if let deadline = endpoint.options.deadline {
            let failure = TransportError(.deadlineExceeded, origin: Origin(endpoint.url))
            outcome = await limited(to: deadline, failure) { await self.intercept(endpoint) }
        } else {
            outcome = await intercept(endpoint)
        }
        context.end()
        for observer in plugins.observers { observer.didEnd(outcome, context: context) }
        switch outcome {
        case .success(let response): return response.with(context)
        case .failure(let error): throw error.with(context)
        }
    }

    /// Runs a part of the call within a limit. Without any time, it doesn't begin.
    private func limited(
        to duration: Duration,
        _ failure: TransportError,
        _ part: @escaping @Sendable () async -> Result<Response, TalynError>
    ) async -> Result<Response, TalynError> {
        let limit = TimeLimit(duration: duration, time: context.time)
        let result = duration > .zero ? await limit.outcome(failingWith: failure, of: part) : nil
        return result ?? .failure(TalynError(failure))
    }

    // MARK: - Interceptors

    /// Calls the interceptor at an index around the later ones, and around an attempt.
    private func intercept(_ endpoint: Endpoint, from index: Int = 0) async -> Result<Response, TalynError> {
        guard index < plugins.calls.count else { return await attempt(endpoint) }
        let plugin = plugins.calls[index]
        do {
            return .success(
                try await plugin.intercept(endpoint, context: context) { [self] next in
                    if !next.isIdentical(to: endpoint) { context.note(change: endpoint, to: next, by: plugin) }
                    return try await intercept(next, from: index + 1).get()
                }
            )
        } catch {
            return .failure(TalynError(error))
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
            let request = try await request(for: endpoint, record)
            record.noteSent(request, at: context.time.now)
            if let timeout = endpoint.options.timeout {
                let failure = TransportError(.timedOut, of: request)
                result = await limited(to: timeout, failure) { await self.exchange(request, record) }
            } else {
                result = await exchange(request, record)
            }
        } catch {
            result = .failure(error)
        }
        return ended(record, with: result)
    }

    /// The request of an attempt, as it goes to the first exchange.
    private func request(for endpoint: Endpoint, _ record: AttemptRecord) async throws(TalynError) -> OutgoingRequest {
        do {
            try Task.checkCancellation()
            let upload = endpoint.body.upload
            var request = try endpoint.request()
            try upload?.setContentType(of: &request)
            request.context = context
            request.options = endpoint.options
            let secretNames = context.endpoint.options.secretHeaderFields
            if !secretNames.isEmpty { request.options.secretHeaderFields.formUnion(secretNames) }
            if let priority = endpoint.options.priority?.fieldValue, !request.headerFields.contains(.priority) {
                request.headerFields[.priority] = priority
            }

            record.make(request, steps: plugins.requests.count)
            for plugin in plugins.requests {
                try await plugin.adapt(&request, context: context)
                // Before the next plugin, which compares origins.
                request.useSchemeOfHandshake()
                // Before the next plugin, which may fail: the metrics of the failure have the changes so far.
                if !request.credentialNames.isEmpty { record.secretNames.formUnion(request.credentialNames) }
                record.change(request, by: type(of: plugin))
            }
            if !plugins.requests.isEmpty { try Task.checkCancellation() }

            if !context.allowsCredentials(for: request) {
                request.mayHaveCredentials = false
                // The parameters of a URL elsewhere, such as a server's next page, are that server's.
                request.removeCredentials(addedTo: context.allowsCredentials(for: endpoint) ? "" : endpoint.url)
                context.note("sends no credentials, since the request goes to another origin than the base URL")
            }
            request.options.compression?.compress(&request)
            // The body of a plugin replaces an upload.
            if let upload, request.body == nil {
                // A plugin may have given every request the same type.
                try upload.setContentType(of: &request)
                request.body = try upload.body(for: request)
                request.upload = upload
            }
            record.sentBytes = request.body.map { $0.length } ?? 0
            record.isReplayable = request.body?.isReplayable ?? true
            if let onProgress = context.onProgress { request.reportProgress(to: onProgress) }
            for observer in plugins.observers { observer.willSend(request, context: context) }
            return request
        } catch {
            throw TalynError(LimitReach.cause(of: error))
        }
    }

    // MARK: - Exchange and response

    private func exchange(_ request: OutgoingRequest, _ record: AttemptRecord) async -> Result<Response, TalynError> {
        do {
            return try await received(try await followUps.send(request), request, record)
        } catch {
            return .failure(failure(error, of: request))
        }
    }

    /// Receives the body.
    @inline(never)
    private func received(
        _ response: TransportResponse,
        _ request: OutgoingRequest,
        _ record: AttemptRecord
    ) async throws -> Result<Response, TalynError> {
        record.noteHead(response, at: response.body.data == nil ? context.time.now : nil)
        let isAccepted = context.target.validation.accepts(response.statusCode)
        var incoming = IncomingResponse(head: response, request: request, context: context, record: record)
        // The status of a failure counts more than the length of its body, which is cut at the limit.
        if isAccepted || context.keepsWholeFailures, let maximum = request.options.maximumResponseSize {
            try incoming.head.limitBody(to: maximum, of: request)
        }
        if let receiver, let response = try await receiver.receive(incoming, isAccepted: isAccepted) {
            return .success(response)
        }
        guard isAccepted, receiver == nil else {
            // A receiver that took no response leaves a failure.
            let response = incoming.response(.data(try await incoming.collectFailure()))
            return .failure(TalynError(.unacceptableStatus, response: response))
        }
        return .success(incoming.response(.data(try await incoming.collect())))
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

    /// Records the end of an attempt.
    @inline(never)
    private func ended(
        _ record: AttemptRecord,
        with result: Result<Response, TalynError>
    ) -> Result<Response, TalynError> {
        let result = result.mapError { $0.with(context) }
        record.end(result, at: context.time.now)
        context.add(record)
        guard record.sent != nil else { return result }
        for observer in plugins.observers { observer.didReceive(result, context: context) }
        return result
    }
}

extension IncomingResponse {
    /// Reads the body into memory.
    ///
    /// - Throws: ``TransportError`` for a body that is too large, the errors of the body, and `CancellationError`.
    fileprivate func collect() async throws -> Data {
        if let data = dataInMemory { return data }
        var data = Data()
        // A body fails itself at a limit that the options have.
        let excess = request.options.maximumResponseSize == nil ? RequestOptions.standardMaximumResponseSize + 1 : .max
        try await read(upTo: excess, into: &data)
        guard data.count < excess else { throw TransportError(.responseTooLarge, of: request) }
        return data
    }

    /// Reads the beginning of the body of a failure into memory, or all of it if the call keeps whole failures.
    ///
    /// The body can break off: the status counts.
    ///
    /// - Throws: `CancellationError`, and the errors of the body that don't say that it breaks off.
    @inline(never)
    fileprivate func collectFailure() async throws -> Data {
        if context.keepsWholeFailures { return try await collect() }
        let own = request.options.maximumResponseSize.map { Int(clamping: max(0, $0)) }
        let limit = min(Self.longestErrorBody, own ?? .max)
        var data = dataInMemory ?? Data()
        do {
            if head.body.data == nil { try await read(upTo: limit, into: &data) }
        } catch {
            let kinds: Set<TransportError.Kind> = [.connectionLost, .invalidResponse, .responseTooLarge]
            guard let kind = error.asTransportError?.kind, kinds.contains(kind), !Task.isCancelled else { throw error }
        }
        return data.count > limit ? Data(data.prefix(limit)) : data
    }

    /// The body, if it is in memory.
    private var dataInMemory: Data? {
        guard let data = head.body.data else { return nil }
        noteReceived(Int64(data.count))
        return data
    }

    /// Reads the body into memory, until it ends or has a number of bytes.
    private func read(upTo limit: Int, into data: inout Data) async throws {
        var hasReservation = false
        func isFull(after chunk: Data) -> Bool {
            if data.isEmpty {
                data = chunk
            } else {
                if !hasReservation { data.reserveCapacity(Int(min(head.contentLength ?? 0, Self.largestReservation))) }
                hasReservation = true
                data.append(chunk)
            }
            reportProgress(Int64(data.count), of: context.onProgress == nil ? nil : head.contentLength)
            return data.count >= limit
        }
        if let nextChunk = head.body.nextChunk {
            while let chunk = try await nextChunk() {
                if isFull(after: chunk) { break }
            }
        } else {
            for try await chunk in head.body {
                if isFull(after: chunk) { break }
            }
        }
    }

    /// The memory that a Content-Length can reserve before its bytes arrive.
    private static var largestReservation: Int64 { 16 << 20 }
}

extension HTTPField.Name {
    /// See RFC 9218.
    fileprivate static let priority = HTTPField.Name("Priority")!
}
