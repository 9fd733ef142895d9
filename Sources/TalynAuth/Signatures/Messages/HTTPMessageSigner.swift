#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
public import HTTPTypes
public import TalynCore
import _TalynSupport

/// Signs messages by RFC 9421: each request of a provider, or the responses of a server.
///
/// ```swift
/// let signer = HTTPMessageSigner(key: key, keyID: "app-1", components: [.method, .targetURI, .contentDigest])
/// let provider = Provider<API>(plugins: [signer])
/// ```
///
/// As a plugin, it signs the request of each exchange, as it goes over the wire. A request to an origin that may not have the call's
/// credentials isn't signed. It adds the field `Content-Digest` of RFC 9530 to requests if the signature covers it, for which it reads
/// the body once more.
public struct HTTPMessageSigner: ExchangeInterceptor {
    private let key: SigningKey
    private let keyID: String?
    private let components: [HTTPMessageComponent]
    private let now: @Sendable () -> Date

    /// The algorithm; by default the one for the type of the key, and `rsa-pss-sha512` for RSA.
    public var algorithm: SignatureAlgorithm?

    /// Whether the signature names its algorithm. The verifier usually knows it by the key.
    public var namesAlgorithm = false

    /// The label of the signature. Signatures of one message have different labels.
    public var label = "sig1"

    /// The time after which the signature isn't valid; nil for no time of its own.
    public var lifetime: Duration?

    /// Makes the nonce of each signature; nil for signatures without one.
    public var nonce: (@Sendable () -> String)?

    /// The name of the application that the signatures are for.
    public var tag: String?

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - keyID: The identifier by which the verifier finds the key.
    ///   - components: The parts of the message to cover.
    ///   - now: The local time.
    public init(
        key: SigningKey,
        keyID: String?,
        components: [HTTPMessageComponent],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.key = key
        self.keyID = keyID
        self.components = components
        self.now = now
    }

    public func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        guard request.mayBeSigned else { return try await next(request) }
        var request = request
        if components.contains(.contentDigest), !request.headerFields.contains(ContentDigestField.name) {
            request.headerFields[ContentDigestField.name] = ContentDigestField.value(try await request.body.digest())
        }
        try sign(&request.head)
        request.credentialNames.formUnion(["Signature", "Signature-Input"])
        return try await next(request)
    }

    /// Signs a request: adds the fields `Signature-Input` and `Signature`.
    ///
    /// A covered authority gets its normal form: the host in lower case, and no default port (RFC 9110, section 4.2.3). So a server that
    /// takes the URL as it arrives reads what is signed. Repeated fields that ``HTTPMessageComponent/binaryField(_:)`` covers become one,
    /// since some transports send them so.
    ///
    /// - Throws: ``SignatureError`` for a component that the request doesn't have, and for a key of another type.
    public func sign(_ request: inout HTTPRequest) throws(SignatureError) {
        if components.contains(.targetURI) || components.contains(.authority), let authority = request.authority {
            let normalized = authority.normalizedAuthority(of: request.scheme)
            if normalized != authority { request.authority = normalized }
        }
        for component in components where component["bs"] != nil {
            guard let name = HTTPField.Name(component.name), name != .cookie else { continue }
            let values = request.headerFields[values: name]
            if values.count > 1 { request.headerFields[values: name] = [values.joined(separator: ", ")] }
        }
        try add(to: &request.headerFields, signing: .request(request))
    }

    /// Signs a response: adds the fields `Signature-Input` and `Signature`.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request that it answers, for components of it.
    ///   - body: The body, whose digest the signer adds as `Content-Digest` if the signature covers it.
    /// - Throws: ``SignatureError`` for a component that the messages don't have, and for a key of another type.
    public func sign(
        _ response: inout HTTPResponse,
        to request: HTTPRequest? = nil,
        body: Data? = nil
    ) throws(SignatureError) {
        if let body, components.contains(.contentDigest), !response.headerFields.contains(ContentDigestField.name) {
            response.headerFields[ContentDigestField.name] = ContentDigestField.value(of: body)
        }
        try add(to: &response.headerFields, signing: .response(response, to: request))
    }

    private func add(to fields: inout HTTPFields, signing message: SignatureBase.Message) throws(SignatureError) {
        let known = SignatureField.dictionary(fields[values: .signatureInput].joined(separator: ", "))
        guard !fields.contains(.signatureInput) || known.map({ $0[label] == nil }) == true else {
            throw .invalidMessage(
                "The message has a signature with the label '\(label)' already.",
                "Give each signer of a message a label of its own."
            )
        }
        let created = now()
        let algorithm = algorithm ?? key.httpAlgorithm
        guard let algorithmName = algorithm.httpName else {
            throw .invalidMessage(
                "HTTP message signatures have no name for the algorithm \(algorithm).",
                "Use rsaPSSSHA512 for RSA keys."
            )
        }
        var parameters = StructuredField.OrderedMap<StructuredField.Value>()
        parameters.set(.integer(created.wholeSeconds), for: "created")
        if let lifetime { parameters.set(.integer((created + lifetime / .seconds(1)).wholeSeconds), for: "expires") }
        let texts = [
            ("keyid", keyID), ("alg", namesAlgorithm ? algorithmName : nil), ("nonce", nonce?()), ("tag", tag),
        ]
        for case (let name, let text?) in texts { parameters.set(.string(text), for: name) }
        let list = StructuredField.InnerList(components.map(\.item), parameters: parameters)
        let base = try SignatureBase(of: components, list, message)
        let bytes = try key.signature(of: base.bytes, using: algorithm)
        var input = StructuredField.OrderedMap<StructuredField.Member>()
        input.set(.innerList(list), for: label)
        guard let value = StructuredField.text(of: input) else {
            throw .invalidMessage(
                "The label '\(label)' of the signature is invalid.",
                "Use lower-case letters, digits, '-', '_', '.' and '*', with a letter first."
            )
        }
        fields.append(HTTPField(name: .signatureInput, value: value))
        fields.append(HTTPField(name: .signature, value: "\(label)=:\(bytes.base64EncodedString()):"))
    }
}

extension Date {
    /// The seconds since 1970. A date outside of 15 digits counts as the nearest one.
    fileprivate var wholeSeconds: Int64 {
        let interval = timeIntervalSince1970
        let limit = 999_999_999_999_999.0
        return interval.isNaN ? 0 : Int64(max(-limit, min(interval, limit)).rounded(.down))
    }
}

extension HTTPField.Name {
    static let signature = named("Signature")
    static let signatureInput = named("Signature-Input")
}
#endif
