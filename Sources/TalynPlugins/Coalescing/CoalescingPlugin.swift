public import HTTPTypes
public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Lets identical requests at the same time share one exchange with the server, if they are idempotent; see ``Endpoint/isIdempotent``.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [CoalescingPlugin(), RetryPlugin()])
/// ```
///
/// Requests are identical if the server would get the same method, URL, header fields and body. The plugin compares them right before
/// the transport sends them, wherever it stands among the other plugins. So it knows each token, API key, cookie and signature, and no
/// user gets the response of another one. Each call goes through all other plugins: it waits for limits and tokens, and retries.
///
/// Requests that differ each time share nothing. These are requests with a signature of the time, or with a number of their own. Name
/// the header fields on which the response doesn't depend:
///
/// ```swift
/// CoalescingPlugin(ignoring: [.named("X-Request-Id")])
/// ```
///
/// A transport that adds credentials by itself, and isn't a ``WrappingTransport``, hides them from the plugin. Name the user of each
/// call then. Over an Alamofire session, which can do so, only calls with such a name share.
///
/// ```swift
/// CoalescingPlugin { _ in Caller.current?.name ?? "" }
/// ```
///
/// Cancelling a call doesn't affect the others. Cancelling the last one cancels the request. Downloads, streams, transfers, and
/// requests with a body that isn't in memory don't share, nor do calls of different providers, or with different cookie stores.
public final class CoalescingPlugin: Plugin {
    /// A call that waits for a response: for its head, and then for its body.
    private struct Waiter: Sendable {
        let head = Promise<Result<TransportResponse, any Error>>()
        let body = Promise<SharedBody>()
    }

    private let flights = SingleFlight<CoalescingKey, Waiter>()
    private let ignoredNames: Set<HTTPField.Name>
    private let user: (@Sendable (CallContext) -> String)?

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - names: The names of header fields in which identical requests can differ. The response must not depend on them. `traceparent`,
    ///     `tracestate` (W3C Trace Context), and `DPoP`, the proof of a token (RFC 9449), are always ignored.
    ///   - user: Returns the name of the user of a call. Only calls of the same user share. Leave it out if the transport adds no
    ///     credentials by itself.
    public init(ignoring names: Set<HTTPField.Name> = [], user: (@Sendable (_ context: CallContext) -> String)? = nil) {
        ignoredNames = names.union(CoalescingKey.ignoredNames)
        self.user = user
    }

    /// Whether no call waits for a response.
    var isIdle: Bool { flights.isIdle }

    /// The number of calls that wait for a response.
    var waiterCount: Int { flights.waiterCount }

    // MARK: - Requests

    /// - Parameter isFinal: Whether the transport sends requests as it gets them.
    fileprivate func send(
        _ request: OutgoingRequest,
        over base: any Transport,
        isFinal: Bool
    ) async throws -> TransportResponse {
        guard isFinal || user != nil,
            let key = CoalescingKey(request, over: base, ignoring: ignoredNames, user: user)
        else { return try await base.send(request) }
        try Task.checkCancellation()
        let waiter = Waiter()
        let (ticket, isFirst) = flights.join(key, as: waiter) { [self] in await share($0, request, over: base) }
        if !isFirst { request.context?.noteSharing() }
        guard let result = await waiter.head.value() else {
            flights.leave(ticket)
            throw CancellationError()
        }
        var response = try result.get()
        if response.body.data == nil { response.body = body(for: waiter, ticket) }
        return response
    }

    /// Sends a request, and gives the calls the head of its response when it arrives, and then the body.
    private func share(_ flight: Int, _ request: OutgoingRequest, over base: any Transport) async {
        do {
            let response = try await base.send(request)
            guard response.body.data == nil else {
                return flights.finish(flight) { $0.head.resolve(.success(response)) }
            }
            flights.tell(flight) { $0.head.resolve(.success(response)) }
            let body = await SharedBody(response.body, of: request)
            flights.finish(flight) { $0.body.resolve(body) }
        } catch {
            flights.finish(flight) { $0.head.resolve(.failure(error)) }
        }
    }

    // MARK: - Bodies

    /// The body of a response for one of the calls. A call that releases it unread leaves the others.
    private func body(for waiter: Waiter, _ ticket: FlightTicket) -> HTTPBody {
        let place = Place { [flights] in flights.leave(ticket) }
        let isGiven = Locked(false)
        return HTTPBody(nextChunk: {
            guard let body = await waiter.body.value() else {
                place.leave()
                throw CancellationError()
            }
            let isFirst = isGiven.withLock { isGiven in
                defer { isGiven = true }
                return !isGiven
            }
            if isFirst, !body.data.isEmpty { return body.data }
            if let error = body.error { throw error }
            return nil
        })
    }

    /// The place of a call at a body.
    private final class Place: Sendable {
        let leave: @Sendable () -> Void

        init(leave: @escaping @Sendable () -> Void) {
            self.leave = leave
        }

        deinit { leave() }
    }
}

extension CoalescingPlugin: TransportPlugin {
    public func transport(around base: any Transport) -> any WrappingTransport {
        CoalescingTransport(plugin: self, base: base)
    }
}

/// The transport around the one that sends the requests.
private struct CoalescingTransport: WrappingTransport {
    private let plugin: CoalescingPlugin
    let base: any Transport
    /// Whether the base sends requests as it gets them. A session that follows redirects by itself adds credentials, too.
    private let isFinal: Bool

    init(plugin: CoalescingPlugin, base: any Transport) {
        self.plugin = plugin
        self.base = base
        isFinal = !base.sendsFollowUps
    }

    func wrapping(_ base: any Transport) -> any Transport { CoalescingTransport(plugin: plugin, base: base) }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await plugin.send(request, over: base, isFinal: isFinal)
    }
}

/// The body of a response in memory, or the part of it before a failure.
private struct SharedBody: Sendable {
    private(set) var data = Data()
    private(set) var error: (any Error)?

    init(_ body: HTTPBody, of request: OutgoingRequest) async {
        let maximum = request.options.maximumResponseSize.map { Int(clamping: max(0, $0)) }
        let limit = maximum ?? RequestOptions.standardMaximumResponseSize
        do {
            for try await chunk in body {
                if data.isEmpty { data = chunk } else { data.append(chunk) }
                if data.count > limit { throw TransportError(.responseTooLarge, of: request) }
            }
        } catch {
            self.error = error
        }
    }
}
