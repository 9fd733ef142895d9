#if Macros
/// The method and the path of an endpoint: what `@GET("/users/{name}")` says.
struct Verb {
    /// The names of the attributes, but for `@HTTP`, which has the method as an argument.
    static let names: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// The methods that have a name in swift-http-types.
    static let known: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    let method: String
    let path: PathTemplate
    let attribute: AttributeSyntax

    /// Whether values without an attribute go into the query (RFC 9110, section 9.3: content has no meaning here).
    var putsValuesIntoQuery: Bool { ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"].contains(method) }

    /// Whether a request must not have a body, or one that servers ignore or refuse.
    var refusesBody: Bool { ["GET", "HEAD", "TRACE", "CONNECT"].contains(method) }

    /// The method as an expression.
    var expression: String {
        Self.known.contains(method) ? ".\(method.lowercased())" : "HTTPTypes.HTTPRequest.Method(\"\(method)\")!"
    }
}
#endif
