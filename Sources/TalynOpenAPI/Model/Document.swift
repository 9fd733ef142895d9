/// The content of a document, in one form for all versions of OpenAPI.
struct APIDocument {
    var root: Node
    var info: Node?
    var servers: [Server] = []
    var tags: [(name: String, description: String?)] = []
    var securitySchemes: [SecurityScheme] = []
    /// The names of the schemes of mutual TLS, whose credential is in no request.
    var certificateSchemes: Set<String> = []
    /// The requirements of operations without their own.
    var security: [SecurityRequirement] = []
    /// The scopes of these requirements, by the names of their schemes.
    var scopes: [String: Set<String>] = [:]
    var operations: [OperationModel] = []
    /// The requests that the API sends by itself.
    var webhooks: [IncomingRequest] = []
    /// All schemas, also those without a name.
    var allSchemas: Schemas?
    /// The named schemas, in the order of the document.
    var schemas: [(name: String, schema: Schema)] = []
    /// The references that are the named schemas in the document, for those that stand elsewhere.
    var references: [Node] = []
}

extension APIDocument {
    // A part is read when the sources need it, so that the others are known.
    var title: String { info?["title"]?.scalarText ?? "API" }
    var description: String? { info?["description"]?.text }

    /// The alternatives of credentials in the requests of an operation, without those of mutual TLS. The transport has the certificate
    /// of the client.
    func security(of operation: OperationModel) -> [SecurityRequirement] {
        (operation.security ?? security).map { $0.filter { !certificateSchemes.contains($0) } }
    }
}

struct Server {
    var url: String
    var name: String?
    var description: String?
    var variables: [(name: String, defaultValue: String, values: [String], description: String?)] = []
    /// The place in the document; nil for a server of Swagger 2.
    var node: Node?
}

struct SecurityScheme {
    enum Kind: Equatable {
        case bearer
        /// A token of OAuth 2 or OpenID Connect.
        case oauth(AuthorizationEndpoints)
        case basic
        /// Another scheme of the `Authorization` field.
        case http(String)
        case apiKey(in: String, name: String)
    }

    var name: String
    var kind: Kind
    var description: String?
    /// Whether the scheme is deprecated (OpenAPI 3.2, section 4.27).
    var isDeprecated = false
}

/// The authorization server of a scheme, as a document describes it.
struct AuthorizationEndpoints: Equatable {
    /// The issuer; nil if the document doesn't tell it.
    var issuer: String?
    var token: String?
    var authorization: String?
    var device: String?
    var scopes: [String: String] = [:]
}

/// The schemes that are needed together. None of them means that no credential is needed.
typealias SecurityRequirement = [String]

struct OperationModel {
    var id: String?
    var method: String
    var path: String
    var tag: String?
    /// The tags after the first one, by which a user can select the operation.
    var otherTags: [String] = []
    var summary: String?
    var description: String?
    var documentation: String?
    var isDeprecated = false
    var parameters: [Parameter] = []
    var body: Body?
    var responses: [ResponseModel] = []
    var security: [SecurityRequirement]?
    var scopes: [String: Set<String>] = [:]
    var servers: [Server] = []
    /// The requests that the API sends because of the operation.
    var callbacks: [IncomingRequest] = []
    var node: Node

    struct Body {
        var isRequired: Bool
        var description: String?
        var contents: [Content]
    }

    /// The name of an operation without an ID, such as `GET /books`.
    var methodAndPath: String { "\(method) \(path)" }
}

/// A request that the API sends to the app: a webhook or a callback.
struct IncomingRequest {
    var kind: String
    /// The name from which its types get theirs.
    var name: String
    var body: OperationModel.Body?
    /// The webhook or the callback in the document.
    var node: Node
}

struct Parameter {
    enum Location: String {
        case path, query, header, cookie
        /// The whole query string (OpenAPI 3.2).
        case querystring
    }

    enum Style: String {
        case simple, label, matrix, form, spaceDelimited, pipeDelimited, tabDelimited, deepObject
        /// Cookies whose values aren't percent-encoded (OpenAPI 3.2).
        case cookie
    }

    var name: String
    var location: Location
    var isRequired: Bool
    var style = Style.simple
    var explodes = false
    var allowsReserved = false
    /// The value has slashes, which stay in the path.
    var hasSeveralSegments = false
    /// The media type of a value that is written as a document of its own.
    var mediaType: String?
    var schema: Schema?
    var description: String?
    var isDeprecated = false
    /// The document has no other word for its credentials. Swagger 2 allows a parameter for them.
    var isOnlyCredential = false
    var node: Node
}

extension Parameter.Location {
    /// The style of a parameter that names none (OpenAPI 3.1, section 4.8.12.2).
    var usualStyle: Parameter.Style { self == .path || self == .header ? .simple : .form }

    /// The styles that a parameter can have there (section 4.8.12.3).
    var styles: Set<Parameter.Style> {
        switch self {
        case .path: [.simple, .label, .matrix]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .header: [.simple]
        case .cookie: [.form, .cookie]
        case .querystring: []
        }
    }
}

extension UInt8 {
    /// Whether the character can stand in the name of a header field or a method (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}

extension Parameter {
    /// Whether the parameter is a header field of which other parts of the document speak (OpenAPI 3.1, section 4.8.12.2).
    var isIgnored: Bool {
        let names: Set = ["accept", "content-type", isOnlyCredential ? "" : "authorization"]
        return location == .header && names.contains(name.lowercased())
    }

    var isJSON: Bool { mediaType.map { Content.isJSON(Content.baseType(of: $0)) } ?? false }

    var isForm: Bool { mediaType.map { Content.baseType(of: $0) } == "application/x-www-form-urlencoded" }

    /// Whether the value is a document of a type that is neither JSON nor text.
    var isOtherDocument: Bool {
        mediaType.map { !isJSON && !Content.baseType(of: $0).hasPrefix("text/") } ?? false
    }
}

struct ResponseModel {
    /// A status, a range such as `4XX`, or `default`.
    var status: String
    var contents: [Content]
    /// The header fields with their descriptions, in the order of the document.
    var headerFields: [(name: String, description: String?)] = []
    var node: Node

    /// The names of the header fields in lower case.
    var headers: [String] { headerFields.map { $0.name.lowercased() } }
    var isSuccess: Bool { status.hasPrefix("2") }
    var isRedirect: Bool { status.hasPrefix("3") }
}
