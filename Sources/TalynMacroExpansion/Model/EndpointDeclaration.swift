#if Macros
import SwiftSyntax

/// An endpoint as declared: a case of an enum, or a function of a client.
struct EndpointDeclaration {
    /// The name of the case, with backticks if it needs them.
    var name: String
    /// The name in the declaration.
    let nameToken: TokenSyntax
    /// The condition of the `#if` around it.
    let condition: String?
    var values: [EndpointValue]
    /// Nil for a case with a path written by hand.
    var route: Route?
    var settings = Settings()
    /// The types of the messages of a case with `@WebSocket`.
    var conversation: Conversation?
    /// The header fields from its own attributes.
    var ownHeaders: [Settings.HeaderField] = []
    /// The `@available` attributes, a line each.
    var availability = ""
    /// The access modifier of a function, with a space after it; empty for an internal one.
    var access = ""

    /// Whether the body is multipart: by `@Multipart`, or because a value is a part.
    var isMultipart: Bool { settings.bodyKind == .multipart || values.contains(where: \.isPart) }

    /// A pattern that matches the endpoint and binds some of its values.
    func pattern(binding used: Set<String>) -> String {
        if used.isEmpty { return ".\(name)" }
        let elements = values.map { used.contains($0.name) ? "let \($0.reference)" : "_" }
        return ".\(name)(\(elements.joined(separator: ", ")))"
    }
}

/// The method and the path of an endpoint, as in `@GET("/users/{name}")`.
struct Route {
    /// The names of the attributes, except `@HTTP`, which has the method as an argument. The handshake of a WebSocket is a GET.
    static let names: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WebSocket"]

    /// The methods with a constant in swift-http-types.
    static let known: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    let method: String
    let path: PathTemplate
    let attribute: AttributeSyntax

    /// Whether values without an attribute go into the query: a body has no meaning here (RFC 9110, section 9.3).
    var putsValuesIntoQuery: Bool { ["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"].contains(method) }

    /// Whether a body is forbidden, or likely to be ignored or rejected by servers.
    var refusesBody: Bool { ["GET", "HEAD", "TRACE", "CONNECT"].contains(method) }

    var isWebSocket: Bool { attribute.name == "WebSocket" }

    /// The method as an expression.
    var expression: String {
        Self.known.contains(method) ? ".\(method.lowercased())" : "HTTPTypes.HTTPRequest.Method(\"\(method)\")!"
    }
}
#endif
