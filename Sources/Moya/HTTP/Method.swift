#if Alamofire
public import Alamofire
#else
/// An HTTP method (RFC 9110, section 9).
public struct Method: RawRepresentable, Hashable, Sendable {
    public static let connect = Method(rawValue: "CONNECT")
    public static let delete = Method(rawValue: "DELETE")
    public static let get = Method(rawValue: "GET")
    public static let head = Method(rawValue: "HEAD")
    public static let options = Method(rawValue: "OPTIONS")
    public static let patch = Method(rawValue: "PATCH")
    public static let post = Method(rawValue: "POST")
    public static let put = Method(rawValue: "PUT")
    public static let query = Method(rawValue: "QUERY")
    public static let trace = Method(rawValue: "TRACE")

    /// The name, as it is sent.
    public let rawValue: String

    /// Creates a method. Names are case-sensitive.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
#endif

extension Method {
    /// Whether a request with the method may upload parts.
    public var supportsMultipart: Bool { [.post, .put, .patch, .connect].contains(self) }
}
