#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
public import AsyncHTTPClient
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL
public import TalynCore
import _TalynSupport

/// A transport on AsyncHTTPClient, the default on Linux.
///
/// The client's own redirect handling is not used.
public final class AsyncHTTPClientTransport: Transport, ConnectionReporting {
    /// The shared transport, which is the default of providers.
    public static let shared = AsyncHTTPClientTransport()

    public let defaultHeaderFields: HTTPFields
    /// The header fields of every request. The layer above adds the others.
    let addedHeaderFields: HTTPFields
    /// The same, as the client wants them.
    private let addedHeaders: HTTPHeaders
    /// The idle timeout of requests without one.
    let standardIdleTimeout: TimeAmount?
    let clients: ClientTable
    /// Whether the connections have a ``ConnectionGuard``. It is false for a client of the caller.
    private let hasGuard: Bool
    let connectionObservers: ConnectionObservers
    let isShutDown = Lock(false)
    /// The open WebSocket connections.
    let webSockets = OpenChannels()

    /// Creates a transport with a client of its own.
    ///
    /// - Parameter configuration: The connection pool, TLS, the proxy and the protocol versions; by default
    ///   ``defaultConfiguration``.
    public convenience init(configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.defaultConfiguration) {
        let options = TransportOptions().with(configuration)
        let observers = ConnectionObservers()
        let clients = ClientTable(configuration) { Self.client($0, observers) }
        self.init(clients, configuration, options, observers)
    }

    /// Creates a transport with clients of its own.
    ///
    /// - Parameters:
    ///   - configuration: The settings beside the options, by default ``defaultConfiguration``. An option that differs from
    ///     its default wins over them.
    ///   - options: The options for all requests.
    /// - Throws: ``TransportOptionsError`` for an invalid option.
    public convenience init(
        configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.defaultConfiguration,
        options: TransportOptions
    ) throws {
        try options.check()
        var configuration = configuration
        try configuration.apply(options)
        let options = options.with(configuration)
        let observers = ConnectionObservers()
        let clients = try ClientTable(configuration, options) { Self.client($0, observers) }
        self.init(clients, configuration, options, observers)
    }

    /// Creates a transport on a client that others use, too. The caller shuts it down.
    ///
    /// The client's configuration decides on the connection pool, TLS, proxies, decompression and the read timeout. Give it
    /// `redirectConfiguration = .disallow`: if the client follows a redirect itself, the call fails, and the other server may have
    /// got credentials in fields of your own. So don't use `HTTPClient.shared`, which follows redirects. In a program that bootstraps
    /// a tracer, also give it `tracing.tracer = nil`: the client's own spans show the whole URL, with secrets in its query.
    ///
    /// The transport can't see the connections of the client. So there are no connection metrics. ``RequestOptions/idleTimeout``
    /// limits only the wait for the head of a response. After a closed connection, only idempotent requests are sent again, and on the
    /// same client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - headerFields: Default header fields. The fields of a request win over them.
    public init(client: HTTPClient, headerFields: HTTPFields = HTTPFields()) {
        clients = ClientTable(client)
        hasGuard = false
        connectionObservers = ConnectionObservers()
        standardIdleTimeout = TimeAmount(idleTimeout: TransportOptions().idleTimeout)
        defaultHeaderFields = ([.userAgent: "Talyn"] as HTTPFields).replacing(with: headerFields)
        addedHeaderFields = defaultHeaderFields.addedByTransports
        addedHeaders = HTTPHeaders(addedHeaderFields.map { ($0.name.rawName, $0.value) })
    }

    private init(
        _ clients: ClientTable,
        _ configuration: HTTPClient.Configuration,
        _ options: TransportOptions,
        _ observers: ConnectionObservers
    ) {
        self.clients = clients
        hasGuard = true
        connectionObservers = observers
        standardIdleTimeout = TimeAmount(idleTimeout: options.idleTimeout)
        var headerFields: HTTPFields = [.userAgent: "Talyn"]
        if case .enabled = configuration.decompression { headerFields[.acceptEncoding] = "gzip" }
        defaultHeaderFields = headerFields.replacing(with: options.headerFields)
        addedHeaderFields = defaultHeaderFields.addedByTransports
        addedHeaders = HTTPHeaders(addedHeaderFields.map { ($0.name.rawName, $0.value) })
    }

    public func report(to observer: any ConnectionObserver) {
        connectionObservers.add(observer)
    }

    private static func client(
        _ configuration: HTTPClient.Configuration,
        _ observers: ConnectionObservers
    ) -> HTTPClient {
        var configuration = configuration.guardingConnections(observers: observers)
        configuration.redirectConfiguration = .disallow
        // The guard limits the silence of each request, and a request can allow a longer one.
        configuration.timeout.read = nil
        // Spans of the client would not belong to the span of the caller, and their URLs would have secrets.
        configuration.tracing.tracer = nil
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        // Every exchange retains the transport. So no request is in flight.
        guard hasGuard else { return }
        for client in clients.all { client.shutdown { _ in } }
    }

    /// Closes all connections. Calls that are running fail, and so do later ones.
    ///
    /// Call it at the end of a server, after the last call. Without it, the transport closes its connections when nothing
    /// uses it any more. A client that the transport was given stays as it is, and so does ``shared``.
    public func shutdown() async throws {
        guard hasGuard, self !== Self.shared else { return }
        isShutDown.withLock { $0 = true }
        webSockets.closeAll()
        for client in clients.all {
            do {
                try await client.shutdown()
            } catch let error as HTTPClientError where error == .alreadyShutdown {
                continue
            }
        }
    }

    /// The longest time for establishing a connection, by default.
    static let standardConnectionTimeout = Duration.seconds(60)

    /// The default configuration. Responses are decompressed up to 200 times their size. A refused connection fails at
    /// once, without retries. A request waits for a connection as long as its timeout allows, or a minute. TLS is 1.2 or
    /// newer.
    public static var defaultConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.unpack(by: TransportOptions().decompressionLimit)
        configuration.timeout.connect = .seconds(standardConnectionTimeout.components.seconds)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        return configuration
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if request.webSocket != nil { return try await open(request) }
        let plan = try plan(request)
        do {
            return try head(of: try await execute(plan), plan)
        } catch {
            throw failure(error, of: plan)
        }
    }

    /// The way of one exchange.
    private struct Plan {
        let client: HTTPClient
        let request: OutgoingRequest
        let link: ExchangeLink
        let addressTLS: TLSConfiguration?
    }

    @inline(never)  // Keeps the coroutine frame of a waiting call small.
    private func plan(_ request: OutgoingRequest) throws -> Plan {
        try request.checkURL()
        try request.checkHostLength()
        var request = request
        try request.useWithoutCache()
        let addressTLS = clients.addressTLS(for: request)
        let link = ExchangeLink(
            idleTimeout: request.options.idleTimeout.map { TimeAmount(idleTimeout: $0) } ?? standardIdleTimeout,
            upload: request.streamedBody.map { AsyncHTTPClientUpload($0, onSend: request.onSend) },
            target: request.unusualTarget,
            mayBeRepeated: request.isIdempotent && request.body?.isReplayable != false,
            authority: request.head.authority,
            hasUnverifiedHost: addressTLS != nil
        )
        let client = clients.client(for: request)
        return Plan(client: client, request: request, link: link, addressTLS: addressTLS)
    }

    @inline(never)
    private func head(of response: HTTPClientResponse, _ plan: Plan) throws -> TransportResponse {
        // Only a client of the caller follows redirects.
        if response.history.count > 1 { throw RedirectingClientError() }
        let body = AsyncHTTPClientDownload(response.body, of: plan.request, upload: plan.link.upload, transport: self)
        var head = TransportResponse(
            statusCode: Int(response.status.code),
            headerFields: try headerFields(of: response, plan),
            body: HTTPBody { try await body.next() }
        )
        if hasGuard { head.currentMetrics = { [link = plan.link] in link.metrics } }
        return head
    }

    /// - Throws: ``HeaderFieldLimitError``.
    private func headerFields(of response: HTTPClientResponse, _ plan: Plan) throws -> HTTPFields {
        if let fields = plan.link.head?.headerFields { return fields }
        var reader = ReceivedFields()
        return try reader.read(response.headers).0
    }

    @inline(never)
    private func failure(_ error: any Error, of plan: Plan) -> TransportError {
        plan.link.upload?.end()
        let isUnsent = plan.link.abandon()
        let progress: TransportError.RequestProgress = !hasGuard ? .unknown : isUnsent ? .unsent : .sent
        return TransportError(
            asyncHTTPClient: error,
            of: plan.request,
            progress,
            isShutDown: isShutDown.withLock { $0 }
        )
    }

    /// Waits for the head of the response.
    private func execute(_ plan: Plan) async throws -> HTTPClientResponse {
        if plan.link.upload != nil, let idleTimeout = plan.link.idleTimeout {
            return try await upload(plan, idleTimeout)
        }
        return try await plan.client.execute(request(of: plan), deadline: plan.link.deadline)
    }

    /// Waits for the head of the response to an upload, which may take longer than the idle timeout.
    ///
    /// The ``ConnectionGuard`` limits the upload after its start. Not inlined: most calls need no memory for it.
    @inline(never)
    private func upload(_ plan: Plan, _ idleTimeout: TimeAmount) async throws -> HTTPClientResponse {
        try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { group in
            let request = request(of: plan)
            group.addTask { try await plan.client.execute(request, deadline: .distantFuture) }
            group.addTask { [hasGuard] in
                var bytes = 0
                repeat {
                    try await Task.sleep(for: .nanoseconds(idleTimeout.nanoseconds))
                    guard let upload = plan.link.upload, upload.hasStarted else {
                        throw HTTPClientError.deadlineExceeded
                    }
                    // Without the guard, the client must take bytes, or get the head, within each timeout.
                    if !hasGuard, upload.queuedBytes == bytes { throw HTTPClientError.deadlineExceeded }
                    bytes = upload.queuedBytes
                } while !hasGuard
                return nil
            }
            defer { group.cancelAll() }
            while let response = try await group.next() {
                if let response { return response }
            }
            throw CancellationError()
        }
    }

    @inline(never)
    private func request(of plan: Plan) -> HTTPClientRequest {
        let request = plan.request
        var converted = HTTPClientRequest(url: request.urlText)
        converted.method = HTTPMethod(rawValue: request.method.rawValue)
        converted.tlsConfiguration = plan.addressTLS
        let fields = request.headerFields
        var headers = fields.isEmpty ? addedHeaders : HTTPHeaders()
        headers.reserveCapacity(8)
        var hasCookies = false
        for field in fields where !ExchangeLink.isFieldName(field.name.rawName) {
            if field.name == .cookie {
                // A request has one such field (RFC 6265, section 5.4).
                if hasCookies { continue }
                hasCookies = true
                headers.add(name: "Cookie", value: fields[.cookie] ?? "")
            } else {
                headers.add(name: field.name.rawName, value: field.value)
            }
        }
        if !fields.isEmpty {
            for field in addedHeaderFields where !fields.contains(field.name) {
                headers.add(name: field.name.rawName, value: field.value)
            }
        }
        if hasGuard { plan.link.add(to: &headers) }
        converted.headers = headers
        if let upload = plan.link.upload {
            converted.body = .stream(upload, length: upload.length.map { .known($0) } ?? .unknown)
        } else if let data = request.body?.data {
            converted.body = .bytes(ByteBuffer(bytes: data))
        }
        return converted
    }
}

/// The client of an ``AsyncHTTPClientTransport`` has followed a redirect itself.
struct RedirectingClientError: Error, DescribedError {
    var problem: String {
        "The client of the transport followed a redirect itself. Create it with the redirectConfiguration .disallow."
    }

    var recovery: String? { nil }
}

extension OutgoingRequest {
    /// The target, if AsyncHTTPClient would send another one: it takes the decoded path of a URL, which is empty for escapes that
    /// aren't UTF-8.
    fileprivate var unusualTarget: String? {
        guard head.path?.utf8.contains(UInt8(ascii: "%")) == true, let url, url.path.isEmpty else { return nil }
        return head.path
    }

    /// Checks that a name of DNS can be as long as the host. SOCKS has one byte for its length, and NIO traps on a longer one.
    func checkHostLength() throws(TransportError) {
        guard head.authority?.utf8.count ?? 0 > 255, origin?.host.utf8.count ?? 0 > 255 else { return }
        throw TransportError(.unsupportedURL, of: self, cause: "Its host has more than 255 bytes.", delivery: .notSent)
    }

    /// The body, unless it goes to the connection in one piece: a short one in memory, whose progress nobody follows.
    fileprivate var streamedBody: HTTPBody? {
        guard let body else { return nil }
        return body.data == nil || onSend != nil || body.length ?? 0 > FileWork.chunkSize ? body : nil
    }
}

extension TimeAmount {
    /// - Parameter idleTimeout: The timeout; zero, a negative and a very large one stand for none.
    init?(idleTimeout: Duration) {
        guard idleTimeout > .zero, idleTimeout < .seconds(1_000_000_000) else { return nil }
        self.init(idleTimeout)
    }
}

extension AsyncHTTPClientTransport: CustomReflectable {
    /// The default header fields, with their secrets masked. Options and clients can have the passwords of proxies.
    public var customMirror: Mirror {
        Mirror(of: self, ["defaultHeaderFields": Redaction.default.headerFields(defaultHeaderFields).lines])
    }
}
#endif
