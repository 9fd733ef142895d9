#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with URLSession: the default on Apple platforms.
///
/// On Linux it is there for those who ask for it, and for servers that they trust: Foundation crashes the process on some
/// responses. See <doc:TransportsOnLinux>.
///
/// The session's delegate is used, not its async methods: on Linux those can hang when their task is cancelled.
/// Redirects are followed as RFC 9110 says, by the same rules as with other transports.
///
/// A request's body that is neither in memory nor a file is collected before it is sent: up to 1 MB in memory, a longer one
/// in a temporary file. And on Linux, where a session can't be told to stop reading, what arrives of a response while its
/// reader is behind by more than 1 MB goes to a file in the temporary directory, which has no name there and is gone
/// with the response. If that can't be written, the body fails with a ``BodyError``.
public final class URLSessionTransport: RedirectingTransport {
    /// The transport that providers share by default.
    public static let shared = URLSessionTransport()

    public let defaultHeaderFields: [String: String]
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate
    private let conversation: Conversation
    /// Why nothing can be sent.
    private let problem: TransportOptionsError?

    package var redirects: RedirectPolicy { conversation.redirects }
    private let decompressionLimit: DecompressionLimit

    /// - Parameter configuration: How the session connects, caches and handles cookies; by default
    ///   ``defaultConfiguration``. On Linux the cache is switched off, since cancelling a request traps there while one is
    ///   set, and cookies are sent and kept as RFC 6265 says, in the storage of the configuration. With a configuration for
    ///   a background session, whose responses don't come as they arrive, every call fails with a
    ///   ``TransportOptionsError``.
    public convenience init(
        configuration: URLSessionConfiguration = URLSessionTransport.defaultConfiguration
    ) {
        self.init(configuration, URLSessionTransportDelegate(), TransportOptions())
    }

    /// - Parameter options: What holds for every request; all else is as in ``defaultConfiguration``.
    /// - Throws: ``TransportOptionsError`` for an option that makes no sense or that URLSession can't do: a limit of the
    ///   connection time, and on Linux any other trust than the system's. ``TalynError`` for a header field that HTTP
    ///   doesn't allow.
    public convenience init(options: TransportOptions) throws {
        try self.init(configuration: Self.defaultConfiguration, options: options)
    }

    /// - Parameter configuration: What the options don't say.
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
        // Cookies and credentials are the conversation's.
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
        // The caller's own stays as it is. A background session is not even made: it would take over its tasks from before.
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
        // A session keeps its delegate until it is told that it has no more to do.
        session.finishTasksAndInvalidate()
    }

    /// The system's default; on Linux without cookies, which Foundation there sends back after their time and to paths
    /// that they are not for, and shares with the whole process.
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
        // Foundation's pieces come from many threads, each of which keeps the memory of its own for later ones.
        let exchange = Exchange(highWaterMark: 1 << 18)
        let task = try session.task(with: urlRequest, body: body)
        delegate.add(exchange, request, body, for: task)
        #if os(Linux)
        // It waits there for the session's queue. And that may be waking the task which is just being cancelled, for which
        // it waits in turn until whoever cancels is done.
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
    /// Takes the storage away if cookies of it are both sent and kept, for the conversation to do that: Foundation on
    /// Linux does it whether a request wants it or not.
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
    /// Makes the timeout one that Foundation can do: on Linux it counts whole seconds only, takes less than one for none
    /// at all, and traps on what is no number.
    package mutating func roundTimeout() {
        #if os(Linux)
        timeoutInterval = timeoutInterval > 0 && timeoutInterval < 1e9 ? timeoutInterval.rounded(.up) : 1e9
        #endif
    }
}

extension [AnyHashable: Any] {
    /// The fields whose name and value are text, as they are in any header.
    var textual: [String: String] {
        reduce(into: [:]) { fields, field in
            if let name = field.key as? String { fields[name] = field.value as? String }
        }
    }
}

extension OperationQueue {
    /// Where a session's delegate is called.
    ///
    /// Nil lets the session make a queue. On Linux the hand-over to it costs more than all that the delegate does, so the
    /// delegate is called where the session itself works, one event after the other. It waits for nothing there but the
    /// write of a chunk to a file, while a reader is slower than the network: see ``ResponseBodyBuffer``.
    static var transport: OperationQueue? {
        #if os(Linux)
        InlineOperationQueue()
        #else
        nil
        #endif
    }
}

#if os(Linux)
private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {  // Has no state of its own.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
