#if AsyncHTTPClient && os(Linux)
public import AsyncHTTPClient
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A transport on AsyncHTTPClient, the default on Linux.
///
/// The client's own redirect handling is not used.
public final class AsyncHTTPClientTransport: Transport, ConnectionReporting {
    /// The shared transport, which is the default of providers.
    public static let shared = AsyncHTTPClientTransport()

    public let defaultHeaderFields: HTTPFields
    /// The header fields of every request. The layer above adds the others.
    private let addedHeaderFields: HTTPHeaders
    /// The idle timeout of requests without one, as the ``ConnectionGuard`` has it.
    private let guardedIdleTimeout: TimeAmount?
    /// The client for `http`, and for `https` unless there is a ``secureClient``.
    private let client: HTTPClient
    /// The client for `https`. With pins, connections without TLS fail.
    private let secureClient: HTTPClient
    /// The clients for hosts with a trust of their own.
    private let hostClients: HostTable<HTTPClient>
    private let allClients: [HTTPClient]
    package let connectionObservers: ConnectionObservers

    /// - Parameter configuration: The connection pool, TLS, the proxy and the protocol versions; by default
    ///   ``defaultConfiguration``.
    public convenience init(configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.defaultConfiguration) {
        self.init(configuration, secure: nil, hosts: [:], options: TransportOptions())
    }

    /// - Parameter options: The options for all requests. Everything else is as in ``defaultConfiguration``.
    /// - Throws: ``TransportOptionsError`` for an invalid option.
    public convenience init(options: TransportOptions) throws {
        try options.check()
        var configuration = Self.defaultConfiguration
        configuration.unpack(by: options)
        if let timeout = options.connectionTimeout {
            configuration.timeout.connect = .nanoseconds(Int64(timeout.seconds * 1e9))
        }
        if let connections = options.connectionsPerHost {
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        }
        let hosts = try options.hostTrust.mapValues { [configuration] in try configuration.trusting($0) }
        let secure = options.serverTrust == .system ? nil : try configuration.trusting(options.serverTrust)
        self.init(configuration, secure: secure, hosts: hosts, options: options)
    }

    private init(
        _ configuration: HTTPClient.Configuration,
        secure: HTTPClient.Configuration?,
        hosts: [String: HTTPClient.Configuration],
        options: TransportOptions
    ) {
        let idleTimeout = TimeAmount(idleTimeout: options.idleTimeout)
        let observers = ConnectionObservers()
        func client(_ configuration: HTTPClient.Configuration) -> HTTPClient {
            var configuration = configuration.guardingConnections(
                idleTimeout: idleTimeout,
                observers: observers
            )
            configuration.redirectConfiguration = .disallow
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }
        let general = client(configuration)
        // AsyncHTTPClient doesn't tell the host of a connection. So each trust needs a client of its own.
        let hostClients = hosts.mapValues { client($0) }
        let secureClient = secure.map { client($0) }
        self.client = general
        self.secureClient = secureClient ?? general
        self.hostClients = HostTable(hostClients)
        allClients = [general] + hostClients.values + [secureClient].compactMap(\.self)
        connectionObservers = observers
        guardedIdleTimeout = idleTimeout
        var headerFields: HTTPFields = [.userAgent: "Talyn"]
        if case .enabled = configuration.decompression { headerFields[.acceptEncoding] = "gzip" }
        defaultHeaderFields = headerFields.replacing(with: options.headerFields)
        addedHeaderFields = HTTPHeaders(defaultHeaderFields.addedByTransports.combined.map { ($0, $1) })
    }

    deinit {
        // Every exchange retains the transport. So no request is in flight.
        for client in allClients { client.shutdown { _ in } }
    }

    /// The longest time for establishing a connection, by default.
    static let standardConnectionTimeout = Duration.seconds(60)

    /// The default configuration. Responses are decompressed up to 200 times their size. A refused connection fails at
    /// once, without retries. A request waits for a connection as long as its timeout allows, or a minute. The client
    /// makes no spans, since they would not belong to the span of the caller.
    public static var defaultConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.unpack(by: TransportOptions())
        configuration.timeout.connect = .seconds(standardConnectionTimeout.components.seconds)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tracing.tracer = nil
        return configuration
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let plan = try plan(request)
        do {
            return try head(of: try await execute(plan), plan)
        } catch {
            plan.upload?.end()
            throw TransportError(asyncHTTPClient: error, of: plan.request)
        }
    }

    /// The way of one exchange.
    private struct Plan {
        let client: HTTPClient
        /// The idle timeout; nil for none.
        let idleTimeout: TimeAmount?
        let upload: AsyncHTTPClientUpload?
        let request: OutgoingRequest
        let start: NIODeadline
    }

    @inline(never)  // Its variables are then no part of what a waiting call keeps.
    private func plan(_ request: OutgoingRequest) throws -> Plan {
        try request.checkURL()
        var request = request
        try request.useWithoutCache()
        return Plan(
            client: client(for: request),
            idleTimeout: request.options.idleTimeout.map { TimeAmount(idleTimeout: $0) } ?? guardedIdleTimeout,
            upload: request.streamedBody.map { AsyncHTTPClientUpload($0, onSend: request.onSend) },
            request: request,
            start: .now()
        )
    }

    @inline(never)
    private func head(of response: HTTPClientResponse, _ plan: Plan) throws -> TransportResponse {
        let (headerFields, metrics) = try InternalHeaderFields.read(response.headers)
        let body = AsyncHTTPClientDownload(response.body, of: plan.request, upload: plan.upload, transport: self)
        var head = TransportResponse(
            statusCode: Int(response.status.code),
            headerFields: headerFields,
            body: HTTPBody(isReplayable: false) { { try await body.next() } }
        )
        if let metrics {
            head.currentMetrics = { [start = plan.start] in TransportMetrics(text: metrics, start: start) }
        }
        return head
    }

    /// Waits for the head of the response.
    private func execute(_ plan: Plan) async throws -> HTTPClientResponse {
        if plan.upload != nil, let idleTimeout = plan.idleTimeout { return try await upload(plan, idleTimeout) }
        let deadline = plan.idleTimeout.map { plan.start + $0 } ?? .distantFuture
        return try await plan.client.execute(request(of: plan), deadline: deadline)
    }

    /// Waits for the head of the response to an upload, which may take longer than the idle timeout.
    ///
    /// The ``ConnectionGuard`` limits the upload after its start. Not inlined: most calls need no memory for it.
    @inline(never)
    private func upload(_ plan: Plan, _ idleTimeout: TimeAmount) async throws -> HTTPClientResponse {
        try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { group in
            let request = request(of: plan)
            group.addTask { try await plan.client.execute(request, deadline: .distantFuture) }
            group.addTask {
                try await Task.sleep(for: .nanoseconds(idleTimeout.nanoseconds))
                if plan.upload?.hasStarted == false { throw HTTPClientError.deadlineExceeded }
                return nil
            }
            defer { group.cancelAll() }
            while let response = try await group.next() {
                if let response { return response }
            }
            throw CancellationError()
        }
    }

    private func client(for request: OutgoingRequest) -> HTTPClient {
        // Only the scheme `http` has no TLS. The trust applies to all others.
        if request.head.scheme == "http" { return client }
        guard !hostClients.isEmpty, let url = request.url else { return secureClient }
        return hostClients[url] ?? secureClient
    }

    @inline(never)
    private func request(of plan: Plan) -> HTTPClientRequest {
        let request = plan.request
        var converted = HTTPClientRequest(url: request.urlText)
        converted.method = HTTPMethod(rawValue: request.method.rawValue)
        var headers = HTTPHeaders()
        headers.reserveCapacity(8)
        var hasCookies = false
        for field in request.headerFields where !InternalHeaderFields.isInternal(field.name.rawName) {
            if field.name == .cookie {
                // A request has one such field (RFC 6265, section 5.4).
                if hasCookies { continue }
                hasCookies = true
                headers.add(name: "Cookie", value: request.headerFields[.cookie] ?? "")
            } else {
                headers.add(name: field.name.rawName, value: field.value)
            }
        }
        for field in addedHeaderFields where !headers.contains(name: field.name) {
            headers.add(name: field.name, value: field.value)
        }
        if plan.idleTimeout != guardedIdleTimeout {
            InternalHeaderFields.add(idleTimeout: plan.idleTimeout, to: &headers)
        }
        if let upload = plan.upload { InternalHeaderFields.add(upload, to: &headers) }
        InternalHeaderFields.add(targetOf: request, writtenAs: converted.url, to: &headers)
        converted.headers = headers
        if let upload = plan.upload {
            converted.body = .stream(upload, length: upload.length.map { .known($0) } ?? .unknown)
        } else if let data = request.body?.data {
            converted.body = .bytes(ByteBuffer(bytes: data))
        }
        return converted
    }
}

extension OutgoingRequest {
    /// The body, unless it goes to the connection in one piece: a short one in memory, whose progress nobody follows.
    fileprivate var streamedBody: HTTPBody? {
        guard let body else { return nil }
        return body.data == nil || onSend != nil || body.length ?? 0 > FileWork.chunkSize ? body : nil
    }
}

extension TimeAmount {
    /// - Parameter idleTimeout: The timeout; zero, a negative and a very large one stand for none.
    fileprivate init?(idleTimeout: Duration) {
        guard idleTimeout > .zero, idleTimeout < .seconds(1_000_000_000) else { return nil }
        let (seconds, attoseconds) = idleTimeout.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

extension HTTPClient.Configuration {
    fileprivate mutating func unpack(by options: TransportOptions) {
        decompression = .enabled(limit: NIOHTTPDecompression.DecompressionLimit(options.decompressionLimit))
    }
}
#endif
