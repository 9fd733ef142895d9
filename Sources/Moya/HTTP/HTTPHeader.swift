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

extension Session.HTTPHeader {
    /// The `Accept-Encoding` field with the content codings that a session decodes.
    public static let defaultAcceptEncoding = acceptEncoding(qualities(contentCodings))

    /// The `Accept-Language` field with up to six of the user's languages.
    public static let defaultAcceptLanguage = acceptLanguage(qualities(Locale.preferredLanguages.prefix(6)))

    /// The `User-Agent` field with the name and the version of the app and the system.
    public static let defaultUserAgent = userAgent(appUserAgent)

    /// Each element with its quality value (RFC 9110, section 12.4.2): 1.0 for the first, and 0.1 less for each one after it.
    private static func qualities(_ elements: some Sequence<String>) -> String {
        elements.enumerated().map { "\($0.element);q=\(1 - Double($0.offset) * 0.1)" }.joined(separator: ", ")
    }

    private static var contentCodings: [String] {
        #if os(Linux)
        ["gzip", "deflate"]
        #else
        ["br", "gzip", "deflate"]
        #endif
    }

    /// Such as `App/1.2 (com.example.app; build:7; Linux 6.1.0) Talyn`.
    private static var appUserAgent: String {
        let info = Bundle.main.infoDictionary
        let executable =
            info?["CFBundleExecutable"] as? String ?? ProcessInfo.processInfo.arguments.first?.split(separator: "/")
            .last
            .map { String($0) } ?? "Unknown"
        let version = info?["CFBundleShortVersionString"] as? String ?? "Unknown"
        let bundle = info?["CFBundleIdentifier"] as? String ?? "Unknown"
        let build = info?["CFBundleVersion"] as? String ?? "Unknown"
        let system = ProcessInfo.processInfo.operatingSystemVersion
        let systemVersion = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
        let text = "\(executable)/\(version) (\(bundle); build:\(build); \(systemName) \(systemVersion)) Talyn"
        // A header field holds visible ASCII (RFC 9110, section 5.5); the name of an app may be any text.
        return String(text.unicodeScalars.map { (" "..."~").contains($0) ? Character($0) : "?" })
    }

    private static var systemName: String {
        #if os(iOS)
        "iOS"
        #elseif os(tvOS)
        "tvOS"
        #elseif os(watchOS)
        "watchOS"
        #elseif os(visionOS)
        "visionOS"
        #elseif os(macOS)
        "macOS"
        #elseif os(Linux)
        "Linux"
        #else
        "Unknown"
        #endif
    }
}

extension Session.HTTPHeaders: RandomAccessCollection, ExpressibleByArrayLiteral {
    /// Creates header fields. Of two with the same name, the last one counts.
    public init(_ headers: [Session.HTTPHeader]) {
        self.init()
        for header in headers { update(header) }
    }

    /// Sets the value of a field.
    public mutating func add(_ header: Session.HTTPHeader) { update(header) }

    /// Sets the value of a field.
    public mutating func update(_ header: Session.HTTPHeader) { update(name: header.name, value: header.value) }

    public init(arrayLiteral elements: Session.HTTPHeader...) { self.init(elements) }

    public var startIndex: Int { 0 }

    public var endIndex: Int { count }

    /// A field.
    public subscript(position: Int) -> Session.HTTPHeader { header(at: position) }
}
#endif
