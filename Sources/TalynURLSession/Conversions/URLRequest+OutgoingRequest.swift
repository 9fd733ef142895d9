import HTTPTypes
public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// Creates Foundation's request. Repeated header fields are joined. A body that isn't in memory is left out.
    ///
    /// It has the settings of the ``OutgoingRequest/original``, such as `allowsCellularAccess`.
    ///
    /// - Throws: ``TransportError`` with ``TransportError/Kind/unsupportedURL`` for a URL that isn't one of HTTP.
    public init(_ request: OutgoingRequest) throws(TransportError) {
        guard request.origin != nil, let url = request.url else { throw TransportError(.unsupportedURL) }
        if let original = request.original as? URLRequest {
            self = original
            self.url = url
            httpMethod = request.method.rawValue
            for name in (allHTTPHeaderFields ?? [:]).keys { setValue(nil, forHTTPHeaderField: name) }
            httpBodyStream = nil
        } else {
            self.init(url: url)
            // GET is the default, and setting it costs as much as making the request.
            if request.method != .get { httpMethod = request.method.rawValue }
        }
        if !request.headerFields.isEmpty { allHTTPHeaderFields = request.headerFields.combined }
        httpBody = request.body?.data
        if let idleTimeout = request.options.idleTimeout { timeoutInterval = idleTimeout.seconds }
        if let mode = request.options.cache?.mode { cachePolicy = CachePolicy(mode) }
    }
}

extension URLRequest.CachePolicy {
    fileprivate init(_ mode: CachePolicy.Mode) {
        self =
            switch mode {
            case .noStore: .reloadIgnoringLocalCacheData
            case .reload: .reloadIgnoringLocalAndRemoteCacheData
            case .noCache: .reloadRevalidatingCacheData
            case .forceCache: .returnCacheDataElseLoad
            case .onlyIfCached: .returnCacheDataDontLoad
            default: .useProtocolCachePolicy
            }
    }
}

extension OutgoingRequest {
    /// Creates the request of one of Foundation's.
    ///
    /// - Throws: ``RequestError`` for a method or a header field that HTTP doesn't allow. ``TransportError`` for a request without a
    ///   URL.
    public init(_ request: URLRequest) throws {
        try RequestError.check(method: request.httpMethod, headerFields: request.allHTTPHeaderFields ?? [:])
        guard let url = request.url else { throw TransportError(.unsupportedURL) }
        self.init(
            method: request.httpMethod.flatMap { HTTPRequest.Method($0) } ?? .get,
            url: url,
            headerFields: HTTPFields(request.allHTTPHeaderFields ?? [:])
        )
        if let data = request.httpBody {
            body = HTTPBody(data)
        } else if let stream = request.httpBodyStream {
            body = HTTPBody(stream, length: headerFields.contentLength)
        }
        use(optionsOf: request)
    }

    /// Takes over the timeout, the cache policy and the use of cookies that differ from those of other requests.
    private mutating func use(optionsOf request: URLRequest) {
        if request.timeoutInterval != Self.standardTimeout { options.idleTimeout = .clamping(request.timeoutInterval) }
        if let mode = CachePolicy.Mode(request.cachePolicy) { options.cache = CachePolicy(mode) }
        if !request.httpShouldHandleCookies { allowsCookies = false }
    }

    /// The timeout of a `URLRequest` that has no other, in seconds.
    private static let standardTimeout: TimeInterval = 60
}

extension CachePolicy.Mode {
    /// Creates the mode of a policy of Foundation; nil for the default.
    fileprivate init?(_ policy: URLRequest.CachePolicy) {
        switch policy {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: self = .reload
        case .reloadRevalidatingCacheData: self = .noCache
        case .returnCacheDataElseLoad: self = .forceCache
        case .returnCacheDataDontLoad: self = .onlyIfCached
        default: return nil
        }
    }
}
