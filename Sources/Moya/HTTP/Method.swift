#if Alamofire
public import Alamofire
#else
/// An HTTP method (RFC 9110, section 9).
public struct Method: RawRepresentable, Hashable, Sendable {
    /// Opens a tunnel to the server.
    public static let connect = Method(rawValue: "CONNECT")
    /// Deletes a resource.
    public static let delete = Method(rawValue: "DELETE")
    /// Gets a resource.
    public static let get = Method(rawValue: "GET")
    /// Gets the header fields of a resource, without its content.
    public static let head = Method(rawValue: "HEAD")
    /// Asks for the options that a server or a resource has.
    public static let options = Method(rawValue: "OPTIONS")
    /// Changes a part of a resource (RFC 5789).
    public static let patch = Method(rawValue: "PATCH")
    /// Lets a resource process the content of the request.
    public static let post = Method(rawValue: "POST")
    /// Replaces a resource by the content of the request.
    public static let put = Method(rawValue: "PUT")
    /// Sends a query in the content of the request. It changes nothing on the server.
    public static let query = Method(rawValue: "QUERY")
    /// Asks the server to send the request back.
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
