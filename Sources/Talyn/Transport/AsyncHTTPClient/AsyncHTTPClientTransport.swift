#if AsyncHTTPClient && os(Linux)
public import AsyncHTTPClient
public import HTTPTypes
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport on AsyncHTTPClient, the default on Linux.
///
/// The client's own redirect handling is not used.
public final class AsyncHTTPClientTransport: Transport {
    /// The shared transport, which is the default of providers.
    public static let shared = AsyncHTTPClientTransport()

    public let defaultHeaderFields: HTTPFields
    /// The header fields of every request. The layer above adds the others.
    private let addedHeaderFields: HTTPHeaders
    /// The idle timeout of requests without one.
    private let standardIdleTimeout: Duration
    let idleTimeout: IdleTimeout
    /// The client for `http`, and for `https` unless there is a ``secureClient``.
    private let client: HTTPClient
    /// The client for `https`. With pins, connections without TLS fail.
    private let secureClient: HTTPClient
    /// The clients for hosts with a trust of their own.
    private let hostClients: HostTable<HTTPClient>
    private let allClients: [HTTPClient]
    private let eventLoops: [any EventLoop]
    private let underWay = Lock(0)

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
        func client(_ configuration: HTTPClient.Configuration) -> HTTPClient {
            var configuration = configuration.guardingConnections()
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
        eventLoops = Array(general.eventLoopGroup.makeIterator())
        idleTimeout = IdleTimeout(on: general.eventLoopGroup.any())
        var headerFields: HTTPFields = [.userAgent: "Talyn"]
        if case .enabled = configuration.decompression { headerFields[.acceptEncoding] = "gzip, deflate" }
        defaultHeaderFields = headerFields.replacing(with: options.headerFields)
        addedHeaderFields = HTTPHeaders(defaultHeaderFields.addedByTransports.combined.map { ($0, $1) })
        standardIdleTimeout = options.idleTimeout
    }

    deinit {
        // Every exchange retains the transport. So no request is in flight.
        for client in allClients { client.shutdown { _ in } }
    }

    /// The default configuration. Responses are decompressed up to 200 times their size. A refused connection fails at
    /// once, without retries. A request waits for a connection as long as its timeout allows, or a minute.
    public static var defaultConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.unpack(by: TransportOptions())
        configuration.timeout.connect = .seconds(60)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let url = try request.checkedURL()
        var request = request
        try request.useWithoutCache()
        let delegate = AsyncHTTPClientDelegate(
            url: url,
            timeout: request.idleTimeout(orElse: standardIdleTimeout),
            onSend: request.onSend,
            transport: self
        )
        let eventLoop = nextEventLoop()
        do {
            let task = client(for: url).execute(
                request: try converted(request, url, delegate, eventLoop),
                delegate: delegate,
                eventLoop: .delegate(on: eventLoop)
            )
            delegate.start(task, sendsStream: request.body.map { $0.data == nil } ?? false)
        } catch {
            requestEnded()
            throw TransportError(asyncHTTPClient: error, url: url)
        }
        return try await delegate.exchange.response()
    }

    private func client(for url: URL) -> HTTPClient {
        // Only the scheme `http` has no TLS. The trust applies to all others.
        url.scheme?.lowercased() == "http" ? client : hostClients[url] ?? secureClient
    }

    /// Returns the event loop for a new request, and counts the request.
    ///
    /// A few requests share the first event loop, so that they reuse its connections and stay on its thread. More
    /// requests use more event loops.
    private func nextEventLoop() -> any EventLoop {
        let load = underWay.withLock { underWay in
            defer { underWay += 1 }
            return underWay
        }
        return eventLoops[Self.index(ofLoopFor: load, among: eventLoops.count)]
    }

    /// Counts a request that is over.
    func requestEnded() {
        underWay.withLock { $0 -= 1 }
    }

    /// The number of requests in flight.
    var load: Int { underWay.withLock { $0 } }

    /// The index of the event loop for one more request.
    static func index(ofLoopFor load: Int, among count: Int) -> Int { load / 8 % count }

    private func converted(
        _ request: TransportRequest,
        _ url: URL,
        _ delegate: AsyncHTTPClientDelegate,
        _ eventLoop: any EventLoop
    ) throws -> HTTPClient.Request {
        var headers = HTTPHeaders()
        headers.reserveCapacity(8)
        for (name, value) in request.urlRequest.allHTTPHeaderFields ?? [:] { headers.add(name: name, value: value) }
        for field in addedHeaderFields where !headers.contains(name: field.name) {
            headers.add(name: field.name, value: field.value)
        }
        return try HTTPClient.Request(
            url: url,
            method: HTTPMethod(rawValue: request.urlRequest.httpMethod ?? "GET"),
            headers: headers,
            // A body in one piece would leave no chance to report progress.
            body: request.body.map { converted(request.onSend == nil ? $0 : $0.inPieces, delegate, eventLoop) }
        )
    }

    private func converted(
        _ body: HTTPBody,
        _ delegate: AsyncHTTPClientDelegate,
        _ eventLoop: any EventLoop
    ) -> HTTPClient.Body {
        if let data = body.data { return .byteBuffer(ByteBuffer(bytes: data)) }
        return .stream(contentLength: body.length) { writer in
            let sent = eventLoop.makePromise(of: Void.self)
            let task = Task {
                do {
                    try await body.send(to: writer, sent)
                } catch {
                    sent.fail(error)
                }
            }
            delegate.whenEnded { task.cancel() }
            return sent.futureResult
        }
    }
}

extension HTTPClient.Configuration {
    fileprivate mutating func unpack(by options: TransportOptions) {
        decompression = .enabled(limit: NIOHTTPDecompression.DecompressionLimit(options.decompressionLimit))
    }
}

extension HTTPBody {
    /// Writes the chunks, and then completes the promise.
    ///
    /// Waiting for each write would cost two changes of threads. So two batches may be in flight.
    ///
    /// The client loses a response with a status of 300 or more if it arrives before the end of the body. So if the
    /// length tells the last chunk, the code reports the end together with it.
    fileprivate func send(to writer: HTTPClient.Body.StreamWriter, _ sent: EventLoopPromise<Void>) async throws {
        var rest = length ?? .max
        var chunks = makeAsyncIterator()
        var previous: EventLoopFuture<Void>?
        var written: EventLoopFuture<Void>?
        var batchSize = 0
        while let chunk = try await chunks.next() {
            rest -= Int64(chunk.count)
            let buffer = IOData.byteBuffer(ByteBuffer(bytes: chunk))
            if rest == 0 {
                return sent.futureResult.eventLoop.execute {
                    _ = writer.write(buffer)
                    sent.succeed()
                }
            }
            written = writer.write(buffer)
            batchSize += chunk.count
            guard batchSize >= FileWork.chunkSize else { continue }
            try await previous?.get()
            previous = written
            batchSize = 0
        }
        try await written?.get()
        sent.succeed()
    }
}
#endif
