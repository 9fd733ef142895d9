#if !Alamofire
#if canImport(FoundationNetworking)
public import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Session {
    /// A value that stands for a URL.
    public protocol URLConvertible: Sendable {
        /// The URL.
        ///
        /// - Throws: ``AFError/invalidURL(url:)`` if the value isn't a URL.
        func asURL() throws -> URL
    }
}

extension String: Session.URLConvertible {
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URL: Session.URLConvertible {
    public func asURL() throws -> URL { self }
}

extension URLComponents: Session.URLConvertible {
    public func asURL() throws -> URL {
        guard let url else { throw AFError.invalidURL(url: self) }
        return url
    }
}

extension URLRequest {
    /// Creates a request.
    ///
    /// - Throws: ``AFError/invalidURL(url:)`` if the value isn't a URL.
    public init(url: any Session.URLConvertible, method: Method, headers: Session.HTTPHeaders? = nil) throws {
        self.init(url: try url.asURL())
        httpMethod = method.rawValue
        allHTTPHeaderFields = headers?.dictionary
    }

    /// The method: `httpMethod` as a value.
    public var method: Method? {
        get { httpMethod.map { Method(rawValue: $0) } }
        set { httpMethod = newValue?.rawValue }
    }

    /// The header fields: `allHTTPHeaderFields` as a value.
    public var headers: Session.HTTPHeaders {
        get { Session.HTTPHeaders(allHTTPHeaderFields ?? [:]) }
        set {
            // Foundation adds the fields of a new dictionary to those that are there.
            for name in (allHTTPHeaderFields ?? [:]).keys where newValue[name] == nil {
                setValue(nil, forHTTPHeaderField: name)
            }
            allHTTPHeaderFields = newValue.dictionary
        }
    }
}

extension HTTPURLResponse {
    /// The header fields.
    public var headers: Session.HTTPHeaders {
        Session.HTTPHeaders(Dictionary(allHeaderFields.map { ("\($0.key)", "\($0.value)") }) { _, last in last })
    }
}

extension URLSessionConfiguration {
    /// The configurations with the header fields of ``Session/HTTPHeaders/default``.
    public static var af: Session.Configurations.Type { Session.Configurations.self }
}

extension Session {
    /// The configurations with the header fields of ``HTTPHeaders/default``. `URLSessionConfiguration.af` is this type.
    public enum Configurations {
        /// Foundation's default configuration, with the header fields.
        public static var `default`: URLSessionConfiguration { withHeaders(.default) }

        /// Foundation's ephemeral configuration, with the header fields.
        public static var ephemeral: URLSessionConfiguration { withHeaders(.ephemeral) }

        private static func withHeaders(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
            configuration.headers = .default
            return configuration
        }
    }
}
#endif

extension URLRequest {
    /// Sets the `Content-Type`, unless the request has one.
    mutating func setContentTypeIfMissing(_ contentType: String) {
        if value(forHTTPHeaderField: "Content-Type") == nil {
            setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
    }
}
