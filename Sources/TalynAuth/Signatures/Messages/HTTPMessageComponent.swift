import _TalynSupport

#if canImport(CryptoKit) || Crypto
public import HTTPTypes
import TalynCore

/// A part of a message that a signature covers (RFC 9421, section 2).
///
/// ```swift
/// let components: [HTTPMessageComponent] = [.method, .targetURI, .field(.contentType), .contentDigest]
/// ```
public struct HTTPMessageComponent: Sendable, Hashable {
    /// The name, such as `@method` or `content-type`.
    let name: String

    /// The parameters, such as `key="a"`.
    private let parameters: Parameters

    private struct Parameter: Sendable, Hashable {
        let name: String
        let value: StructuredField.Value
    }

    /// Parameters in the order in which they are written. Two components are equal if only this order differs (section 2).
    private struct Parameters: Sendable, Hashable {
        let list: [Parameter]

        static func == (first: Parameters, second: Parameters) -> Bool { Set(first.list) == Set(second.list) }

        func hash(into hasher: inout Hasher) { hasher.combine(Set(list)) }
    }

    private init(_ name: String, _ parameters: [Parameter] = []) {
        self.name = name
        self.parameters = Parameters(list: parameters)
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
        HTTPMessageComponent("@query-param", [Parameter(name: "name", value: .string(name.formEncoded))])
    }

    /// The values of a header field, joined by commas (section 2.1).
    public static func field(_ name: HTTPField.Name) -> HTTPMessageComponent {
        HTTPMessageComponent(name.canonicalName)
    }

    /// A header field in the strict form of structured fields (section 2.1.1). Only registered fields have a known structure.
    public static func structuredField(_ name: HTTPField.Name) -> HTTPMessageComponent {
        HTTPMessageComponent(name.canonicalName, [Parameter(name: "sf", value: .boolean(true))])
    }

    /// A member of a header field that is a dictionary (section 2.1.2).
    public static func member(_ key: String, of name: HTTPField.Name) -> HTTPMessageComponent {
        HTTPMessageComponent(name.canonicalName, [Parameter(name: "key", value: .string(key))])
    }

    /// The values of a header field, each in Base64, since a comma in them could be mistaken for the one between them
    /// (section 2.1.3).
    public static func binaryField(_ name: HTTPField.Name) -> HTTPMessageComponent {
        HTTPMessageComponent(name.canonicalName, [Parameter(name: "bs", value: .boolean(true))])
    }

    /// The same part of the request that a response answers (section 2.4).
    public var ofRequest: HTTPMessageComponent {
        isOfRequest
            ? self : HTTPMessageComponent(name, parameters.list + [Parameter(name: "req", value: .boolean(true))])
    }
}

extension HTTPMessageComponent {
    /// Reads a component of a `Signature-Input` field; nil for an item that names none.
    init?(_ item: StructuredField.Item) {
        guard case .string(let name) = item.value else { return nil }
        self.init(name, item.parameters.pairs.map { Parameter(name: $0.key, value: $0.value) })
    }

    /// The component in a `Signature-Input` field.
    var item: StructuredField.Item {
        var ordered = StructuredField.OrderedMap<StructuredField.Value>()
        for parameter in parameters.list { ordered.set(parameter.value, for: parameter.name) }
        return StructuredField.Item(.string(name), parameters: ordered)
    }

    /// The value of a parameter; nil without it.
    subscript(parameter: String) -> StructuredField.Value? {
        parameters.list.first { $0.name == parameter }?.value
    }

    /// The names of the parameters.
    var parameterNames: Set<String> { Set(parameters.list.map(\.name)) }

    /// Whether the component is one of the request that a response answers.
    var isOfRequest: Bool { self["req"] == .boolean(true) }
}

extension HTTPMessageComponent: CustomStringConvertible {
    /// The component as the signature names it, such as `"content-digest";req`.
    public var description: String { item.text ?? name }
}
#endif
