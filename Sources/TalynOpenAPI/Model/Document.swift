/// The content of a document, in one form for all versions of OpenAPI.
struct APIDocument {
    /// The whole document.
    var root: Node
    var title: String
    var version: String
    var description: String?
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
    /// The named schemas, in the order of the document.
    var schemas: [(name: String, schema: Schema)] = []
}

extension APIDocument {
    /// The alternatives of credentials in the requests of an operation, without those of mutual TLS. The transport has the certificate
    /// of the client.
    func security(of operation: OperationModel) -> [SecurityRequirement] {
        (operation.security ?? security).map { $0.filter { !certificateSchemes.contains($0) } }
    }
}

struct Server {
    var url: String
    var description: String?
    var variables: [(name: String, defaultValue: String, values: [String], description: String?)] = []
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
    /// The scopes, with their descriptions.
    var scopes: [String: String] = [:]
}

/// The schemes that are needed together. None of them means that no credential is needed.
typealias SecurityRequirement = [String]

struct OperationModel {
    var id: String?
    /// The method in capitals.
    var method: String
    var path: String
    var tag: String?
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
    var node: Node

    struct Body {
        var isRequired: Bool
        var description: String?
        var contents: [Content]
    }
}

struct Parameter {
    enum Location: String {
        case path, query, header, cookie
    }

    enum Style: String {
        case simple, label, matrix, form, spaceDelimited, pipeDelimited, tabDelimited, deepObject
    }

    var name: String
    var location: Location
    var isRequired: Bool
    var style: Style
    var explodes: Bool
    var allowsReserved = false
    /// The value has slashes, which stay in the path.
    var hasSeveralSegments = false
    /// The media type of a value that is written as a document of its own.
    var mediaType: String?
    var schema: Schema?
    var description: String?
    var isDeprecated = false
    var node: Node
}

extension Parameter {
    /// Whether the value is JSON.
    var isJSON: Bool { mediaType.map { Content.isJSON(Content.baseType(of: $0)) } ?? false }

    /// Whether the value is a document of a type that is neither JSON nor text.
    var isOtherDocument: Bool {
        mediaType.map { !isJSON && !Content.baseType(of: $0).hasPrefix("text/") } ?? false
    }
}

/// A body in one media type.
struct Content {
    var mediaType: String
    var schema: Schema?
    /// The schema of one item of a sequential media type (OpenAPI 3.2).
    var itemSchema: Schema?
    var encodings: [String: Encoding] = [:]
    var node: Node

    struct Encoding {
        var contentType: String?
        var style: Parameter.Style?
        var explodes: Bool?
        var allowsReserved: Bool?

        /// Whether a property of a form is JSON. A style takes precedence over the media type (OpenAPI 3.1, section 4.8.15).
        var isJSON: Bool {
            guard style == nil, explodes == nil, allowsReserved == nil else { return false }
            return contentType?.split(separator: ",").first.map { Content.isJSON(Content.baseType(of: $0)) } ?? false
        }
    }

    /// A media type without its parameters, in lower case.
    static func baseType(of mediaType: some StringProtocol) -> String {
        (mediaType.split(separator: ";").first.map { String($0) } ?? "").lowercased().filter { $0 != " " }
    }

    static func isJSON(_ baseType: String) -> Bool {
        baseType == "application/json" || baseType.hasSuffix("+json") || baseType == "text/json"
    }

    var baseType: String { Self.baseType(of: mediaType) }

    var isJSON: Bool { Self.isJSON(baseType) || baseType == "*/*" && schema != nil && !isBinary }

    var isBinary: Bool { schema?.format == "binary" }

    var isForm: Bool { baseType == "application/x-www-form-urlencoded" }
    var isMultipart: Bool { baseType.hasPrefix("multipart/") }
    var isEventStream: Bool { baseType == "text/event-stream" }
    var isText: Bool { baseType.hasPrefix("text/") && !isEventStream }

    var isJSONLines: Bool {
        [
            "application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/ndjson",
            "application/x-jsonl",
        ]
        .contains(baseType)
    }
}

struct ResponseModel {
    /// A status, a range such as `4XX`, or `default`.
    var status: String
    var description: String?
    var contents: [Content]
    var headers: Set<String>
    var node: Node

    var isSuccess: Bool { status.hasPrefix("2") }
    var isRedirect: Bool { status.hasPrefix("3") }
}
