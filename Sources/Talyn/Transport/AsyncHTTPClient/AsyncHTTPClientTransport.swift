#if AsyncHTTPClient && os(Linux)
public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with AsyncHTTPClient: the default on Linux.
///
/// Redirects are followed as RFC 9110 says, whatever the client's configuration: its own redirect handling is not used.
public final class AsyncHTTPClientTransport: RedirectingTransport {
    /// The transport that providers share by default.
    public static let shared = AsyncHTTPClientTransport()

    public let defaultHeaderFields: [String: String]
    /// Those that every request has; the conversation adds the others.
    private let addedHeaderFields: [String: String]
    let idleTimeout: IdleTimeout
    /// The client for `http`, and for `https` unless ``secureClient`` is another.
    private let client: HTTPClient
    /// The client for `https`. With pins, its connections fail without TLS.
    private let secureClient: HTTPClient
    /// The clients for `https` and hosts whose servers are trusted in another way.
    private let hostClients: HostTable<HTTPClient>
    private let allClients: [HTTPClient]
    private let eventLoops: [any EventLoop]
    private let underWay = Locked(0)
    private let conversation: Conversation

    package var redirects: RedirectPolicy { conversation.redirects }

    /// - Parameter configuration: Pool, TLS, proxy and protocol versions; by default ``defaultConfiguration``.
    public convenience init(configuration: HTTPClient.Configuration = AsyncHTTPClientTransport.defaultConfiguration) {
        self.init(configuration, secure: nil, hosts: [:], options: TransportOptions())
    }

    /// - Parameter options: What holds for every request; all else is as in ``defaultConfiguration``.
    /// - Throws: ``TransportOptionsError`` for an option that makes no sense, and ``TalynError`` for a header field that
    ///   HTTP doesn't allow.
    public convenience init(options: TransportOptions) throws {
        try options.check()
        var configuration = Self.defaultConfiguration
        configuration.unpack(by: options)
        if let timeout = options.connectionTimeout {
            configuration.timeout.connect = .nanoseconds(Int64(timeout * 1e9))
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
        // AsyncHTTPClient doesn't tell for which host a connection is, so that each trust needs a client of its own.
        let hostClients = hosts.mapValues { client($0) }
        let secureClient = secure.map { client($0) }
        self.client = general
        self.secureClient = secureClient ?? general
        self.hostClients = HostTable(hostClients)
        allClients = [general] + hostClients.values + [secureClient].compactMap(\.self)
        eventLoops = Array(general.eventLoopGroup.makeIterator())
        idleTimeout = IdleTimeout(on: general.eventLoopGroup.any())
        var headerFields = ["User-Agent": "Talyn"]
        if case .enabled = configuration.decompression { headerFields["Accept-Encoding"] = "gzip, deflate" }
        defaultHeaderFields = options.replacing(headerFields)
        addedHeaderFields = Conversation.addedByTransports(defaultHeaderFields)
        conversation = Conversation(options, headerFields: defaultHeaderFields)
    }

    deinit {
        // Every exchange holds the transport, so nothing runs on the clients any more.
        for client in allClients { client.shutdown { _ in } }
    }

    /// Responses are unpacked, to 200 times their compressed size at most; a refused connection fails at once instead
    /// of being tried until its time is up; and a request waits for a connection as long as it may: its own timeout, or
    /// else a minute.
    public static var defaultConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.unpack(by: TransportOptions())
        configuration.timeout.connect = .seconds(60)
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await conversation.send(request) { try await exchange($0) }
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        guard let url = request.urlRequest.url else { throw TransportError(.unsupportedURL) }
        let delegate = AsyncHTTPClientDelegate(
            url: url,
            timeout: request.urlRequest.timeoutInterval,
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
            task.futureResult.whenComplete { [underWay] _ in underWay.withLock { $0 -= 1 } }
            delegate.start(task, sendsStream: request.body.map { $0.data == nil } ?? false)
        } catch {
            underWay.withLock { $0 -= 1 }
            throw TransportError(asyncHTTPClient: error, url: url)
        }
        return try await delegate.exchange.response()
    }

    private func client(for url: URL) -> HTTPClient {
        // Only this scheme has no TLS: for any other, trust and pins count.
        url.scheme?.lowercased() == "http" ? client : hostClients[url] ?? secureClient
    }

    /// The event loop for another request, which is under way from now on.
    ///
    /// It is the first one while few requests are under way, so that its connection is there already and nothing is handed
    /// from loop to loop. With more of them, the next ones are used too.
    private func nextEventLoop() -> any EventLoop {
        let load = underWay.withLock { underWay in
            defer { underWay += 1 }
            return underWay
        }
        return eventLoops[Self.index(ofLoopFor: load, among: eventLoops.count)]
    }

    /// How many requests are under way.
    var load: Int { underWay.withLock { $0 } }

    /// The index of the event loop for one more request, from the number of loops and of requests under way.
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
        for (name, value) in addedHeaderFields where !headers.contains(name: name) {
            headers.add(name: name, value: value)
        }
        return try HTTPClient.Request(
            url: url,
            method: HTTPMethod(rawValue: request.urlRequest.httpMethod ?? "GET"),
            headers: headers,
            // In one piece, it would be sent before anything can be told of it.
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
    /// Writes the chunks, and then keeps the promise.
    ///
    /// To wait for each would cost a change of threads and back: there may be two batches on their way.
    ///
    /// The client loses a response with a status of 300 or more that comes before it has been told of the body's end. So
    /// where the length tells which chunk is the last, the end is told at once with it.
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
