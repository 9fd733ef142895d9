#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport on URLSession, the default on Apple platforms.
///
/// On Linux, use it for trusted servers only: Foundation crashes the process on some responses. See
/// <doc:TransportsOnLinux>.
///
/// It uses the session's delegate instead of its async methods, which can hang on Linux when their task is cancelled.
/// Redirects follow RFC 9110, by the same rules as with other transports.
///
/// A request body that is neither in memory nor a file is collected before it is sent: up to 1 MB in memory, and in a
/// temporary file otherwise. On Linux, a session can't stop reading. If the reader of a response is more than 1 MB
/// slower, the rest goes to a temporary file without a name. If that file can't be written, the body fails with a
/// ``BodyError``.
public final class URLSessionTransport: RedirectingTransport {
    /// The shared transport, which is the default of providers on Apple platforms.
    public static let shared = URLSessionTransport()

    public let defaultHeaderFields: [String: String]
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate
    private let conversation: Conversation
    /// The error that fails every request.
    private let problem: TransportOptionsError?

    package var redirects: RedirectPolicy { conversation.redirects }
    private let decompressionLimit: DecompressionLimit

    /// - Parameter configuration: The settings of the session, such as caching and cookies; by default
    ///   ``defaultConfiguration``. On Linux, the cache is switched off, since cancelling a request with a cache traps,
    ///   and the storage's cookies are sent and kept as RFC 6265 says. With a configuration for a background session,
    ///   every call fails with a ``TransportOptionsError``: such sessions don't deliver responses as they arrive.
    public convenience init(
        configuration: URLSessionConfiguration = URLSessionTransport.defaultConfiguration
    ) {
        self.init(configuration, URLSessionTransportDelegate(), TransportOptions())
    }

    /// - Parameter options: The options for all requests. Everything else is as in ``defaultConfiguration``.
    /// - Throws: ``TransportOptionsError`` for an option that is invalid or not supported: a connection timeout, and on
    ///   Linux any trust but the system's. ``TalynError`` for an invalid header field.
    public convenience init(options: TransportOptions) throws {
        try self.init(configuration: Self.defaultConfiguration, options: options)
    }

    /// - Parameter configuration: The settings beside the options.
    package convenience init(configuration: URLSessionConfiguration, options: TransportOptions) throws {
        try options.check()
        if let problem = TransportOptionsError(forSessionIdentifier: configuration.identifier) { throw problem }
        if options.connectionTimeout != nil {
            throw TransportOptionsError.unsupported(option: "connectionTimeout", transport: "URLSession")
        }
        #if canImport(Security)
        let delegate = URLSessionTransportDelegate(judge: options.decidesOnTrust ? try SecTrustEvaluator(options) : nil)
        #else
        if options.decidesOnTrust {
            throw TransportOptionsError.unsupported(option: "serverTrust", transport: "URLSession on this system")
        }
        let delegate = URLSessionTransportDelegate()
        #endif
        if let connections = options.connectionsPerHost { configuration.httpMaximumConnectionsPerHost = connections }
        configuration.httpAdditionalHeaders = options.replacing(configuration.httpAdditionalHeaders?.textual ?? [:])
        // The layers above handle cookies and credentials.
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
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
        var options = options
        #if os(Linux)
        configuration.urlCache = nil
        let hasCache = false
        if let storage = configuration.takeCookieStorage() { options.cookieStorage = storage }
        #else
        let hasCache = true
        #endif
        defaultHeaderFields = configuration.httpAdditionalHeaders?.textual ?? [:]
        let added = Conversation.addedByTransports(defaultHeaderFields)
        if added.count < defaultHeaderFields.count { configuration.httpAdditionalHeaders = added }
        self.delegate = delegate
        conversation = Conversation(options, headerFields: defaultHeaderFields, hasCache: hasCache)
        decompressionLimit = options.decompressionLimit
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: .transport)
    }

    deinit {
        // A session retains its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
    }

    /// The default configuration. On Linux, it has no cookies: Foundation sends expired cookies and cookies of other
    /// paths, and shares them with the whole process.
    public static var defaultConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        #if os(Linux)
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        #endif
        return configuration
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        if let problem { throw problem }
        var response = try await conversation.send(request) { try await exchange($0) }
        response.limitUnpacking(to: decompressionLimit, of: request.urlRequest)
        return response
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        var urlRequest = request.urlRequest
        urlRequest.roundTimeout()
        let body = try await URLSessionBody(request.body)
        // Foundation's chunks come from many threads, and each thread keeps memory for later ones.
        let exchange = Exchange(highWaterMark: 1 << 18)
        let task = try session.task(with: urlRequest, body: body)
        delegate.add(exchange, request, body, for: task)
        #if os(Linux)
        // On Linux, `cancel` waits for the session's queue. The queue may be resuming the task that is being cancelled,
        // which waits for the canceller.
        exchange.whenAborted { DispatchQueue.global().async { task.cancel() } }
        #else
        exchange.whenAborted { task.cancel() }
        #endif
        if let priority = request.options.priority { task.priority = priority.taskPriority }
        task.resume()
        return try await exchange.response()
    }
}

#if os(Linux)
extension URLSessionConfiguration {
    /// Removes the cookie storage if cookies are both sent and kept. The layer above does that, since Foundation on
    /// Linux handles cookies even for requests that opt out.
    fileprivate func takeCookieStorage() -> HTTPCookieStorage? {
        guard let storage = httpCookieStorage, httpShouldSetCookies, httpCookieAcceptPolicy != .never else {
            return nil
        }
        httpCookieStorage = nil
        httpCookieAcceptPolicy = .never
        httpShouldSetCookies = false
        return storage
    }
}
#endif

extension URLRequest {
    /// Adapts the timeout for Foundation: on Linux, it counts whole seconds, takes less than a second for no timeout,
    /// and traps on NaN.
    package mutating func roundTimeout() {
        #if os(Linux)
        timeoutInterval = timeoutInterval > 0 && timeoutInterval < 1e9 ? timeoutInterval.rounded(.up) : 1e9
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
