/// Sends requests with URLSession: the default on Apple platforms, and on Linux without the trait AsyncHTTPClient.
///
/// The session's delegate is used, not its async methods: on Linux those can hang when their task is cancelled.
/// Redirects are followed as RFC 9110 says, by the same rules as with other transports.
public final class URLSessionTransport: Transport {
    /// The transport that providers share by default.
    public static let shared = URLSessionTransport()

    public let defaultHeaderFields: [String: String]
    private let session: URLSession
    private let delegate = URLSessionTransportDelegate()

    /// - Parameter configuration: How the session connects, caches and handles cookies; by default
    ///   ``defaultConfiguration``. On Linux the cache is switched off, since cancelling a request traps there while one is
    ///   set.
    public init(configuration: URLSessionConfiguration = URLSessionTransport.defaultConfiguration) {
        #if os(Linux)
        configuration.urlCache = nil
        #endif
        defaultHeaderFields = configuration.httpAdditionalHeaders?.textual ?? [:]
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
        try await RedirectFollower().send(request) { try await exchange($0) }
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        var urlRequest = request.urlRequest
        urlRequest.roundTimeout()
        let body = try await URLSessionBody(request.body)
        let exchange = Exchange()
        let task = try session.task(with: urlRequest, body: body)
        delegate.add(exchange, body, onSend: request.onSend, for: task)
        exchange.whenAborted { task.cancel() }
        task.resume()
        return try await exchange.response()
    }
}

extension URLRequest {
    /// Makes the timeout one that Foundation can do: on Linux it counts whole seconds only, takes less than one for none
    /// at all, and traps on what is no number.
    fileprivate mutating func roundTimeout() {
        #if os(Linux)
        timeoutInterval = timeoutInterval > 0 && timeoutInterval < 1e9 ? timeoutInterval.rounded(.up) : 1e9
        #endif
    }
}

extension [AnyHashable: Any] {
    /// The fields whose name and value are text, as they are in any header.
    fileprivate var textual: [String: String] {
        reduce(into: [:]) { fields, field in
            if let name = field.key as? String { fields[name] = field.value as? String }
        }
    }
}
