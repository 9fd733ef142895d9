#if !Alamofire
import Foundation

extension Session {
    /// A header field.
    public struct HTTPHeader: Hashable, Sendable, CustomStringConvertible {
        /// The name.
        public let name: String

        /// The value.
        public let value: String

        /// Creates a header field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        public var description: String { "\(name): \(value)" }
    }
}

extension Session.HTTPHeader {
    /// The `Accept` field.
    public static func accept(_ value: String) -> Self { Self(name: "Accept", value: value) }

    /// The `Accept-Charset` field.
    public static func acceptCharset(_ value: String) -> Self { Self(name: "Accept-Charset", value: value) }

    /// The `Accept-Encoding` field.
    public static func acceptEncoding(_ value: String) -> Self { Self(name: "Accept-Encoding", value: value) }

    /// The `Accept-Language` field.
    public static func acceptLanguage(_ value: String) -> Self { Self(name: "Accept-Language", value: value) }

    /// The `Authorization` field with the scheme and the credential in one text.
    public static func authorization(_ value: String) -> Self { Self(name: "Authorization", value: value) }

    /// The `Authorization` field with a bearer token (RFC 6750).
    public static func authorization(bearerToken: String) -> Self { authorization("Bearer \(bearerToken)") }

    /// The `Authorization` field for basic authentication (RFC 7617).
    public static func authorization(username: String, password: String) -> Self {
        authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }

    /// The `Content-Disposition` field.
    public static func contentDisposition(_ value: String) -> Self { Self(name: "Content-Disposition", value: value) }

    /// The `Content-Encoding` field.
    public static func contentEncoding(_ value: String) -> Self { Self(name: "Content-Encoding", value: value) }

    /// The `Content-Type` field.
    public static func contentType(_ value: String) -> Self { Self(name: "Content-Type", value: value) }

    /// The `User-Agent` field.
    public static func userAgent(_ value: String) -> Self { Self(name: "User-Agent", value: value) }
}

extension Session.HTTPHeaders: Sequence {
    /// Creates header fields. Of two with the same name, the last one counts.
    public init(_ headers: [Session.HTTPHeader]) {
        self.init()
        for header in headers { update(header) }
    }

    /// Sets the value of a field.
    public mutating func add(_ header: Session.HTTPHeader) { update(header) }

    /// Sets the value of a field.
    public mutating func update(_ header: Session.HTTPHeader) { update(name: header.name, value: header.value) }

    public func makeIterator() -> IndexingIterator<[Session.HTTPHeader]> { headers.makeIterator() }
}
#endif
