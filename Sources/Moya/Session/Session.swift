#if !Alamofire
public import Foundation
import HTTPTypes
import Talyn
import TalynCore
import TalynURLSession
import _TalynSupport
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The connections, the header fields and the interceptor of a provider's requests.
///
/// ```swift
/// let configuration = URLSessionConfiguration.default
/// configuration.headers = .default
/// configuration.timeoutIntervalForRequest = 15
/// let session = Session(configuration: configuration, startRequestsImmediately: false, interceptor: tokens)
/// ```
///
/// It uses AsyncHTTPClient on Linux, and URLSession elsewhere.
open class Session: @unchecked Sendable {  // Unchecked only because it is open.
    /// A session with the default configuration.
    public static let `default` = Session()

    /// The configuration. Later changes to it have no effect.
    public let sessionConfiguration: URLSessionConfiguration

    /// Whether requests start without `resume()`. Requests of a provider always start.
    public let startRequestsImmediately: Bool

    /// Changes requests, and decides which failed ones are sent again.
    public let interceptor: (any RequestInterceptor)?

    /// The trust in servers.
    public let serverTrustManager: ServerTrustManager?

    /// The configuration, and methods of `URLSession` for the requests that are under way.
    public let session: UnderlyingSession

    let talynTransport: any TalynCore.Transport
    /// The treatment of redirects and cookies.
    let requestOptions: RequestOptions
    /// The header fields of requests that don't set them.
    let headerFields: [String: String]
    /// Measures the delays before requests are sent again. It changes in an initialiser only.
    private(set) var clock: any Clock<Duration> = ContinuousClock()
    let calls = RunningCalls()
    /// Runs the interceptor and the plugins.
    let callQueue = CallQueue()

    /// Creates a session.
    ///
    /// If the configuration is invalid, each call fails with an error that says why.
    ///
    /// - Parameters:
    ///   - configuration: On Linux, `headers`, `timeoutIntervalForRequest`, `httpMaximumConnectionsPerHost` and the cookies of
    ///     the configuration are used. Apple platforms use all of it, without its stored credentials.
    ///   - startRequestsImmediately: A value that has no effect. A provider starts its requests.
    ///   - interceptor: Changes requests, and decides which failed ones are sent again.
    ///   - serverTrustManager: The trust in servers; by default that of the system.
    ///   - redirectHandler: Whether redirects are followed; they are by default.
    public init(
        configuration: URLSessionConfiguration = Session.sharedConfiguration,
        startRequestsImmediately: Bool = true,
        interceptor: (any RequestInterceptor)? = nil,
        serverTrustManager: ServerTrustManager? = nil,
        redirectHandler: Redirector? = nil
    ) {
        let isShared = configuration === Self.sharedConfiguration
        let copy = configuration.copy() as? URLSessionConfiguration
        sessionConfiguration = isShared ? copy ?? configuration : configuration
        self.startRequestsImmediately = startRequestsImmediately
        self.interceptor = interceptor
        self.serverTrustManager = serverTrustManager
        headerFields = configuration.headers.dictionary
        session = UnderlyingSession(sessionConfiguration, calls)
        let usesSharedTransport = isShared && serverTrustManager == nil
        talynTransport = usesSharedTransport ? Self.sharedTransport : Self.transport(configuration, serverTrustManager)
        requestOptions = RequestOptions { [cookies = CookiePolicy(configuration)] in
            $0.redirects = redirectHandler?.policy
            $0.cookies = cookies
        }
    }

    /// - Parameter clock: Measures the delays before requests are sent again.
    convenience init(
        configuration: URLSessionConfiguration,
        interceptor: any RequestInterceptor,
        clock: any Clock<Duration>
    ) {
        self.init(configuration: configuration, interceptor: interceptor)
        self.clock = clock
    }

    /// Cancels all calls that are under way.
    ///
    /// - Parameters:
    ///   - queue: The queue of the handler.
    ///   - completion: Is called once every call is cancelled.
    public func cancelAllRequests(
        completingOnQueue queue: DispatchQueue = .main,
        completion: (@Sendable () -> Void)? = nil
    ) {
        calls.cancelAll()
        if let completion { queue.async(execute: completion) }
    }
}

extension Session {
    /// The configuration of sessions without one of their own: Foundation's, with the header fields of ``HTTPHeaders/default``.
    @usableFromInline static let sharedConfiguration: URLSessionConfiguration = {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        return configuration
    }()

    /// One for all sessions with the default configuration, so that they share connections.
    private static let sharedTransport = transport(sharedConfiguration, nil)

    private static func transport(
        _ configuration: URLSessionConfiguration,
        _ serverTrustManager: ServerTrustManager?
    ) -> any TalynCore.Transport {
        do {
            var options = TransportOptions(configuration)
            try serverTrustManager?.apply(to: &options)
            #if AsyncHTTPClient && os(Linux)
            return try AsyncHTTPClientTransport(options: options)
            #elseif os(Linux)
            throw NoTransportError()
            #else
            // The transport changes its configuration.
            let copy = configuration.copy() as? URLSessionConfiguration
            return try URLSessionTransport(configuration: copy ?? configuration, options: options)
            #endif
        } catch {
            return FailingTransport(error: error, defaultHeaderFields: HTTPFields(configuration.headers.dictionary))
        }
    }
}

/// Fails every request of a session that couldn't be made.
private struct FailingTransport: TalynCore.Transport {
    let error: any Error
    let defaultHeaderFields: HTTPFields

    func send(_ request: OutgoingRequest) async throws -> TransportResponse { throw error }
}

extension TransportOptions {
    /// The settings of a configuration that every transport knows.
    fileprivate init(_ configuration: URLSessionConfiguration) {
        self.init()
        headerFields = HTTPFields(configuration.headers.dictionary)
        idleTimeout = .clamping(configuration.timeoutIntervalForRequest)
        // Alamofire has no limit. A ratio would refuse valid JSON, such as a megabyte of zeros.
        decompressionLimit = .size(1 << 30)
        let connections = configuration.httpMaximumConnectionsPerHost
        if connections != URLSessionConfiguration.default.httpMaximumConnectionsPerHost {
            connectionsPerHost = connections
        }
    }
}

extension CookiePolicy {
    /// The cookies of a configuration; nil for a configuration without cookies.
    fileprivate init?(_ configuration: URLSessionConfiguration) {
        guard configuration.httpShouldSetCookies, configuration.httpCookieAcceptPolicy != .never,
            let storage = configuration.httpCookieStorage
        else { return nil }
        self = .store(HTTPCookieStore(storage))
    }
}
#endif
