/// A transport that is set up as a URL session is, and may have an interceptor: what providers that were written for
/// Alamofire's session are given.
///
/// ```swift
/// let configuration = URLSessionConfiguration.default
/// configuration.timeoutIntervalForRequest = 15
/// let session = Session(configuration: configuration, startRequestsImmediately: false, interceptor: tokens)
/// ```
///
/// It stands on AsyncHTTPClient on Linux, unless its trait is off, and on URLSession elsewhere. A plugin can do what an
/// interceptor does, and knows the target: see ``Plugin/intercept(_:target:next:)``.
open class Session: Transport, @unchecked Sendable {  // Unchecked only because it is open: all of it is immutable.
    /// A session like the transport that providers have by default.
    public static let `default` = Session()

    /// How the session was set up. Changes to it have no effect.
    public let sessionConfiguration: URLSessionConfiguration

    /// Changes requests, and says which are to be sent again.
    public let interceptor: (any RequestInterceptor)?

    private let transport: Result<any Transport, any Error>
    private let clock: any Clock<Duration>

    /// Creates a session.
    ///
    /// A configuration that makes no sense fails the requests, with a ``TransportOptionsError``.
    ///
    /// - Parameters:
    ///   - configuration: On Linux, `httpAdditionalHeaders`, `timeoutIntervalForRequest`,
    ///     `httpMaximumConnectionsPerHost` and its cookies count. On Apple platforms all of it does.
    ///   - startRequestsImmediately: Has no effect: a request starts when it is sent.
    ///   - interceptor: Changes requests, and says which are to be sent again.
    ///   - serverTrustManager: Says which servers are trusted; by default the system does.
    ///   - redirectHandler: Says what becomes of redirects.
    ///   - clock: The clock by which requests wait until they are sent again.
    public init(
        configuration: URLSessionConfiguration = URLSessionTransport.defaultConfiguration,
        startRequestsImmediately: Bool = true,
        interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil,
        redirectHandler: RedirectPolicy? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        sessionConfiguration = configuration
        self.interceptor = interceptor
        self.clock = clock
        var options = TransportOptions(configuration)
        serverTrustManager?.apply(to: &options)
        if let redirectHandler { options.redirects = redirectHandler }
        transport = Result { [options] in
            #if AsyncHTTPClient && os(Linux)
            try AsyncHTTPClientTransport(options: options)
            #elseif os(Linux)
            throw NoTransportError()
            #else
            // It is changed by the transport, which makes cookies its own affair.
            let copy = configuration.copy() as? URLSessionConfiguration
            return try URLSessionTransport(configuration: copy ?? configuration, options: options)
            #endif
        }
    }

    public var defaultHeaderFields: [String: String] {
        (try? transport.get())?.defaultHeaderFields ?? [:]
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let transport = try transport.get()
        guard let interceptor else { return try await transport.send(request) }
        let attempts = InterceptedAttempts(
            session: self,
            transport: transport,
            interceptor: interceptor,
            clock: clock
        )
        return try await attempts.send(request)
    }
}

extension TransportOptions {
    /// What a configuration says that isn't only for URLSession.
    init(_ configuration: URLSessionConfiguration) {
        headerFields = configuration.httpAdditionalHeaders?.textual ?? [:]
        timeout = configuration.timeoutIntervalForRequest
        let connections = configuration.httpMaximumConnectionsPerHost
        if connections != URLSessionConfiguration.default.httpMaximumConnectionsPerHost {
            connectionsPerHost = connections
        }
        if configuration.httpShouldSetCookies, configuration.httpCookieAcceptPolicy != .never {
            cookieStorage = configuration.httpCookieStorage
        }
    }
}
