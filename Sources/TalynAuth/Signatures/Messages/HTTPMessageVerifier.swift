#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
public import HTTPTypes
import _TalynSupport

/// Verifies signatures of messages by RFC 9421: those of requests on a server, or those of responses.
///
/// ```swift
/// let verifier = HTTPMessageVerifier(requiring: [.method, .targetURI, .contentDigest]) { signature in
///     keys[signature.keyID ?? ""]
/// }
/// let signature = try await verifier.verify(request, body: body)
/// ```
public struct HTTPMessageVerifier: Sendable {
    private let required: [HTTPMessageComponent]
    private let now: @Sendable () -> Date
    private let key: @Sendable (HTTPMessageSignature) async throws -> VerificationKey?

    /// The greatest age of a signature. By default five minutes.
    public var maximumAge: Duration = .seconds(300)

    /// The application that signatures must name; nil for any. Signatures for another one are ignored.
    public var tag: String?

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - required: The parts of the message that a signature must cover.
    ///   - now: The local time. Clocks may differ by a minute.
    ///   - key: Returns the key of a signature; nil for an unknown one. The signature isn't verified yet, so don't remember its nonce
    ///     here: anyone can send one.
    public init(
        requiring required: [HTTPMessageComponent],
        now: @escaping @Sendable () -> Date = { Date() },
        key: @escaping @Sendable (_ signature: HTTPMessageSignature) async throws -> VerificationKey?
    ) {
        self.required = required
        self.now = now
        self.key = key
    }

    /// Verifies a request.
    ///
    /// A message can have several signatures. One that is valid is enough.
    ///
    /// - Parameters:
    ///   - request: The request, with the scheme and the authority that the client used.
    ///   - body: The bytes of the body as they arrived, to check their digest. A signature of a body must cover `Content-Digest`.
    ///     Nil leaves the body unchecked.
    /// - Returns: The parameters of the first valid signature.
    /// - Throws: ``SignatureError`` without a valid signature, with the reason of the last one. The errors of the closure.
    public func verify(_ request: HTTPRequest, body: Data?) async throws -> HTTPMessageSignature {
        try await verify(.request(request), body)
    }

    /// Verifies a response.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request that it answers, for components of it.
    ///   - body: The bytes of the body as they arrived; see ``verify(_:body:)``.
    /// - Returns: The parameters of the first valid signature.
    /// - Throws: ``SignatureError`` without a valid signature, with the reason of the last one. The errors of the closure.
    public func verify(
        _ response: HTTPResponse,
        to request: HTTPRequest? = nil,
        body: Data?
    ) async throws -> HTTPMessageSignature {
        try await verify(.response(response, to: request), body)
    }

    private func verify(_ message: SignatureBase.Message, _ body: Data?) async throws -> HTTPMessageSignature {
        let fields = message.headerFields
        guard fields.contains(.signatureInput), fields.contains(.signature) else { throw SignatureError.noSignature }
        guard let inputs = SignatureField.dictionary(fields[values: .signatureInput].joined(separator: ", ")),
            let signatures = SignatureField.dictionary(fields[values: .signature].joined(separator: ", "))
        else { throw SignatureError.malformed("Signature or Signature-Input isn't a dictionary, or it is too long") }
        var failure = SignatureError.noSignature
        // Each signature costs a search for its key and a verification.
        for (label, input) in inputs.pairs.prefix(Self.mostSignatures) {
            do {
                guard case .innerList(let list) = input else {
                    throw SignatureError.malformed("a member of Signature-Input isn't a list")
                }
                let signature = try HTTPMessageSignature(label: label, list)
                if let tag, signature.tag != tag { continue }
                guard case .item(let item)? = signatures[label], case .bytes(let bytes) = item.value else {
                    throw SignatureError.malformed("the field Signature has no bytes for the label '\(label)'")
                }
                try await verify(bytes, signature, message, body)
                return signature
            } catch let error as SignatureError {
                failure = error
            }
        }
        throw failure
    }

    private func verify(
        _ bytes: Data,
        _ signature: HTTPMessageSignature,
        _ message: SignatureBase.Message,
        _ body: Data?
    ) async throws {
        try checkTime(of: signature)
        for component in required where !signature.components.contains(component) {
            throw SignatureError.notCovered(component)
        }
        guard let key = try await key(signature) else { throw SignatureError.unknownKey }
        let algorithm = try algorithm(of: signature, key)
        let base = try SignatureBase(of: signature.components, signature.list, message)
        guard try key.isValidSignature(bytes, of: base.bytes, using: algorithm) else { throw SignatureError.mismatch }
        guard let body else { return }
        if signature.components.contains(where: { $0.coversContentDigest }) {
            try ContentDigestField.check(message.headerFields, body)
        } else if !body.isEmpty {
            throw SignatureError.notCovered(.contentDigest)
        }
    }

    private func checkTime(of signature: HTTPMessageSignature) throws(SignatureError) {
        let date = now()
        guard let created = signature.created else { throw .outOfTime("has no time of its creation") }
        if created > date.addingTimeInterval(Self.clockTolerance) { throw .outOfTime("is of the future") }
        if created.addingTimeInterval(maximumAge / .seconds(1)) < date { throw .outOfTime("is too old") }
        if let expires = signature.expires, expires < date { throw .outOfTime("expired") }
    }

    private func algorithm(
        of signature: HTTPMessageSignature,
        _ key: VerificationKey
    ) throws(SignatureError) -> SignatureAlgorithm {
        guard let name = signature.algorithm else { return key.httpAlgorithm }
        guard let algorithm = SignatureAlgorithm.http.first(where: { $0.httpName == name }) else {
            throw .malformed("its algorithm isn't supported")
        }
        return algorithm
    }

    /// The difference of clocks that is allowed, in seconds.
    private static let clockTolerance: TimeInterval = 60

    private static let mostSignatures = 8
}

extension HTTPMessageComponent {
    /// Whether the component is the whole digest of the content of the message itself.
    fileprivate var coversContentDigest: Bool {
        name == ContentDigestField.name.canonicalName && !isOfRequest && self["key"] == nil
    }
}

extension SignatureError {
    fileprivate static let noSignature = SignatureError(
        .missingSignature,
        "The message has no signature.",
        "Check that the sender signs by RFC 9421, for this application, and that no proxy removes the fields."
    )

    fileprivate static let unknownKey = SignatureError(
        .missingSignature,
        "The key of the signature is unknown.",
        "Check the key's identifier, and that the key is known here."
    )

    static let mismatch = SignatureError(
        .mismatch,
        "The signature doesn't match: the message was changed, or another key signed it.",
        "Compare the key, and the scheme, the authority and the path with those that the sender used."
    )

    fileprivate static func notCovered(_ component: HTTPMessageComponent) -> SignatureError {
        SignatureError(
            .missingComponent,
            "The signature doesn't cover \(component).",
            "The sender has to sign it, too."
        )
    }

    fileprivate static func outOfTime(_ problem: String) -> SignatureError {
        SignatureError(
            .outOfTime,
            "The signature \(problem).",
            "Check the clocks of both sides. A message that is sent again needs a new signature."
        )
    }
}
#endif
