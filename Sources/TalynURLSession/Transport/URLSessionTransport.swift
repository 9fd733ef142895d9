public import HTTPTypes
public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport on URLSession, the default on Apple platforms.
///
/// On Linux, use it for trusted servers only: Foundation crashes the process on some responses. See
/// the page "Transports on Linux".
///
/// It uses the session's delegate instead of its async methods, which can hang on Linux when their task is cancelled.
/// The session's own handling of redirects, challenges and cookies is not used.
///
/// A request body that is neither in memory nor a file is collected before it is sent: up to 1 MB in memory, and in a
/// temporary file otherwise. On Linux, a session can't stop reading. If the reader of a response is more than 1 MB
/// slower, the rest goes to a temporary file without a name. If that file can't be written, the body fails with a
/// ``/Talyn/BodyError``.
public final class URLSessionTransport: Transport {
    /// The shared transport, which is the default of providers on Apple platforms.
    public static let shared = URLSessionTransport()

    public let defaultHeaderFields: HTTPFields
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate
    /// The idle timeout of requests without one.
    private let standardIdleTimeout: Duration
    /// The error that fails every request.
    private let problem: TransportOptionsError?
    private let isShutDown = Locked(false)

    private let decompressionLimit: DecompressionLimit

    /// - Parameter configuration: The settings of the session, such as its cache; by default `URLSessionConfiguration.default`.
    ///   Its cookies and credentials are not used: see ``/Talyn/RequestOptions/cookies`` and ``/Talyn/PasswordPlugin``.
    ///   On Linux, its cache is not used either, since cancelling a request with a cache traps. With a configuration for a
    ///   background session, every call fails with a ``/Talyn/TransportOptionsError``: such sessions don't deliver responses as they arrive.
    public convenience init(configuration: URLSessionConfiguration = .default) {
        var options = TransportOptions()
        options.idleTimeout = .clamping(configuration.timeoutIntervalForRequest)
        self.init(configuration, URLSessionTransportDelegate(), options)
    }

    /// - Parameters:
    ///   - configuration: The settings beside the options, by default `URLSessionConfiguration.default`. An option that
    ///     differs from its default wins over them. The configuration stays as it is.
    ///   - options: The options for all requests.
    /// - Throws: ``/Talyn/TransportOptionsError`` for an option that is invalid or not supported. URLSession has no connection
    ///   timeout, no keep-alive time, no choice of HTTP versions, and no client certificates as PEM. On Linux, it does not
    ///   support the options of TLS and proxies either.
    public convenience init(configuration: URLSessionConfiguration = .default, options: TransportOptions) throws {
        try options.check()
        if let problem = TransportOptionsError(forSessionIdentifier: configuration.identifier) { throw problem }
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        try configuration.apply(options)
        var options = options
        if options.idleTimeout == TransportOptions().idleTimeout {
            options.idleTimeout = .clamping(configuration.timeoutIntervalForRequest)
        }
        #if canImport(Security)
        let delegate = URLSessionTransportDelegate(
            judge: options.decidesOnTrust ? try SecTrustEvaluator(options) : nil,
            identities: try SecIdentityTable(options.clientCertificates),
            proxy: options.proxy
        )
        #else
        let delegate = URLSessionTransportDelegate()
        #endif
        self.init(configuration, delegate, options)
    }

    private init(
        _ configuration: URLSessionConfiguration,
        _ delegate: URLSessionTransportDelegate,
        _ options: TransportOptions
    ) {
        problem = TransportOptionsError(forSessionIdentifier: configuration.identifier)
        // The caller's configuration stays as it is. A background session is not created, since it would take over
        // earlier tasks.
        let copy = problem == nil ? configuration.copy() as? URLSessionConfiguration : .ephemeral
        let configuration = copy ?? configuration
        #if os(Linux)
        configuration.urlCache = nil
        #endif
        // The layer above handles cookies and credentials.
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        defaultHeaderFields = HTTPFields(configuration.httpAdditionalHeaders?.textual ?? [:])
        configuration.httpAdditionalHeaders = defaultHeaderFields.addedByTransports.combined
        self.delegate = delegate
        standardIdleTimeout = options.idleTimeout
        decompressionLimit = options.decompressionLimit
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .transport)
    }

    deinit {
        // A session retains its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
    }

    /// Closes all connections. Calls that are running fail, and so do later ones.
    ///
    /// Call it after the last call. Without it, the transport closes its connections when nothing uses it any more. The
    /// transport ``shared`` stays as it is.
    public func shutdown() async throws {
        guard self !== Self.shared else { return }
        isShutDown.withLock { $0 = true }
        session.invalidateAndCancel()
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        if let problem { throw problem }
        if let options = request.webSocket { return try await open(request, options) }
        var request = request
        #if os(Linux)
        try request.useWithoutCache()
        #endif
        if request.method == .get, request.body != nil {
            throw TransportError(.other, of: request, cause: "URLSession sends no body with GET.", delivery: .notSent)
        }
        request.options.idleTimeout = request.options.idleTimeout ?? standardIdleTimeout
        var urlRequest = try URLRequest(request)
        if !request.allowsTransportCache { urlRequest.cachePolicy = .reloadIgnoringLocalCacheData }
        // The layer above handles them.
        urlRequest.httpShouldHandleCookies = false
        urlRequest.timeoutInterval.clampAsTimeout()
        let body = try await URLSessionBody(request.body)
        // Foundation's chunks come from many threads, and each thread keeps memory for later ones.
        let exchange = URLSessionExchange(highWaterMark: 1 << 18)
        // A session that is invalid traps.
        let task = try isShutDown.withLock { isShutDown in
            guard !isShutDown else {
                var error = TransportError(.other, of: request, cause: "The transport has been shut down.")
                error.delivery = .notSent
                throw error
            }
            let task = try session.task(with: urlRequest, body: body)
            // Before the session can be shut down, which ends the task.
            delegate.add(exchange, request, body, for: task)
            return task
        }
        #if os(Linux)
        // On Linux, `cancel` waits for the session's queue. The queue may be resuming the task that is being cancelled,
        // which waits for the canceller.
        exchange.whenAborted { DispatchQueue.global().async { task.cancel() } }
        #else
        exchange.whenAborted { task.cancel() }
        #endif
        if let priority = request.options.priority { task.priority = priority.taskPriority }
        task.resume()
        var response = try await exchange.response()
        response.limitUnpacking(to: decompressionLimit, of: request)
        return response
    }
}

extension URLSessionTransport {
    /// Opens a WebSocket connection.
    ///
    /// - Throws: ``/Talyn/WebSocketError`` on Linux, where Foundation can't keep a connection.
    private func open(_ request: OutgoingRequest, _ options: WebSocketOptions) async throws -> TransportResponse {
        #if canImport(Darwin)
        try request.checkWebSocket()
        var request = request
        request.options.idleTimeout = request.options.idleTimeout ?? standardIdleTimeout
        var urlRequest = try URLRequest(webSocket: request, options)
        urlRequest.httpShouldHandleCookies = false
        urlRequest.timeoutInterval.clampAsTimeout()
        // A session that is invalid traps.
        let (socket, task) = try isShutDown.withLock { isShutDown in
            guard !isShutDown else {
                throw TransportError(
                    .other,
                    of: request,
                    cause: "The transport has been shut down.",
                    delivery: .notSent
                )
            }
            let task = session.webSocketTask(with: urlRequest)
            let socket = URLSessionWebSocket(task, request, options)
            delegate.add(socket, for: task)
            return (socket, task)
        }
        task.resume()
        return try await socket.response()
        #else
        throw WebSocketError.unsupported(by: "URLSession on Linux")
        #endif
    }
}

extension [AnyHashable: Any] {
    /// The fields whose names and values are strings, as in every header.
    var textual: [String: String] {
        reduce(into: [:]) { fields, field in
            if let name = field.key as? String { fields[name] = field.value as? String }
        }
    }
}

extension OperationQueue {
    /// The queue for the session's delegate.
    ///
    /// Nil lets the session create a queue. On Linux, a change of queues costs more than the delegate's own work. So
    /// the delegate is called where the session works, one event at a time. It waits for nothing but the write of a
    /// chunk to a file: see ``ResponseBodyBuffer``.
    static var transport: OperationQueue? {
        #if os(Linux)
        InlineOperationQueue()
        #else
        nil
        #endif
    }
}

#if os(Linux)
private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {  // It has no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif

extension RequestPriority {
    /// The priority of Foundation with the same name.
    var taskPriority: Float {
        switch self {
        case .high: URLSessionTask.highPriority
        case .low: URLSessionTask.lowPriority
        default: URLSessionTask.defaultPriority
        }
    }
}

extension URLSessionTransport: CustomReflectable {
    /// The default header fields, with their secrets masked. Options and clients can have the passwords of proxies.
    public var customMirror: Mirror {
        Mirror(of: self, ["defaultHeaderFields": Redaction.default.headerFields(defaultHeaderFields).lines])
    }
}
