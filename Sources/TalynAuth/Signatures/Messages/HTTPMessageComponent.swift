#if canImport(CryptoKit) || Crypto
public import HTTPTypes
import TalynCore
import _TalynSupport

/// A part of a message that a signature covers (RFC 9421, section 2).
///
/// ```swift
/// let components: [HTTPMessageComponent] = [.method, .targetURI, .field(.contentType), .contentDigest]
/// ```
public struct HTTPMessageComponent: Sendable, Hashable {
    /// The name, such as `@method` or `content-type`.
    let name: String

    /// The parameters, such as `key="a"`, in the order in which they are written.
    private var parameters: StructuredField.OrderedMap<StructuredField.Value>

    private init(
        _ name: String,
        _ parameters: StructuredField.OrderedMap<StructuredField.Value> = StructuredField.OrderedMap()
    ) {
        self.name = name
        self.parameters = parameters
    }

    private func with(_ parameter: String, _ value: StructuredField.Value) -> HTTPMessageComponent {
        var component = self
        component.parameters.set(value, for: parameter)
        return component
    }

    /// Two components are equal if only the order of their parameters differs (section 2).
    public static func == (first: HTTPMessageComponent, second: HTTPMessageComponent) -> Bool {
        first.name == second.name && first.values == second.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(values)
    }

    private var values: [String: StructuredField.Value] {
        Dictionary(parameters.pairs.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// The method of a request (section 2.2.1).
    public static let method = HTTPMessageComponent("@method")

    /// The whole URL of a request (section 2.2.2).
    public static let targetURI = HTTPMessageComponent("@target-uri")

    /// The host and the port of a request (section 2.2.3).
    public static let authority = HTTPMessageComponent("@authority")

    /// The scheme of a request (section 2.2.4).
    public static let scheme = HTTPMessageComponent("@scheme")

    /// The path and the query of a request, as HTTP/1.1 sends them (section 2.2.5).
    public static let requestTarget = HTTPMessageComponent("@request-target")

    /// The path of a request (section 2.2.6).
    public static let path = HTTPMessageComponent("@path")

    /// The query of a request, with the question mark (section 2.2.7).
    public static let query = HTTPMessageComponent("@query")

    /// The status code of a response (section 2.2.9).
    public static let status = HTTPMessageComponent("@status")

    /// The digest of the content: the field `Content-Digest` (RFC 9530, section 2). ``HTTPMessageSigner`` adds it to requests.
    public static let contentDigest = field(.named("Content-Digest"))

    /// A parameter of the query (section 2.2.8). The query has exactly one parameter with the name.
    ///
    /// - Parameter name: The decoded name.
    public static func queryParameter(_ name: String) -> HTTPMessageComponent {
        HTTPMessageComponent("@query-param").with("name", .string(name.formEncoded))
    }

    /// The values of a header field, joined by commas (section 2.1).
    public static func field(_ name: HTTPField.Name) -> HTTPMessageComponent {
        HTTPMessageComponent(name.canonicalName)
    }

    /// A header field in the strict form of structured fields (section 2.1.1). Only registered fields have a known structure.
    public static func structuredField(_ name: HTTPField.Name) -> HTTPMessageComponent {
        field(name).with("sf", .boolean(true))
    }

    /// A member of a header field that is a dictionary (section 2.1.2).
    public static func member(_ key: String, of name: HTTPField.Name) -> HTTPMessageComponent {
        field(name).with("key", .string(key))
    }

    /// The values of a header field, each in Base64, since a comma in them could be mistaken for the one between them
    /// (section 2.1.3).
    public static func binaryField(_ name: HTTPField.Name) -> HTTPMessageComponent {
        field(name).with("bs", .boolean(true))
    }

    /// The same part of the request that a response answers (section 2.4).
    public var ofRequest: HTTPMessageComponent { with("req", .boolean(true)) }
}

extension HTTPMessageComponent {
    /// Reads a component of a `Signature-Input` field; nil for an item that names none.
    init?(_ item: StructuredField.Item) {
        guard case .string(let name) = item.value else { return nil }
        self.init(name, item.parameters)
    }

    /// The component in a `Signature-Input` field.
    var item: StructuredField.Item { StructuredField.Item(.string(name), parameters: parameters) }

    /// The value of a parameter; nil without it.
    subscript(parameter: String) -> StructuredField.Value? { parameters[parameter] }

    /// The names of the parameters.
    var parameterNames: Set<String> { Set(parameters.keys) }

    /// Whether the component is one of the request that a response answers.
    var isOfRequest: Bool { self["req"] == .boolean(true) }
}

extension HTTPMessageComponent: CustomStringConvertible {
    /// The component as the signature names it, such as `"content-digest";req`.
    public var description: String { item.text ?? name }
}
#endif
