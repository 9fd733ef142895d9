#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
public import HTTPTypes
import TalynCore

/// Verifies the webhooks of a sender that signs by Standard Webhooks, and signs such webhooks for tests.
///
/// ```swift
/// let webhook = try StandardWebhook(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
/// try webhook.verify(body, request.headerFields)
/// ```
///
/// A sender can repeat a webhook: the field `webhook-id` tells whether it came before.
public struct StandardWebhook: Sendable {
    /// Nil for a public key, which only verifies.
    private let signingKey: SigningKey?
    private let verificationKey: VerificationKey
    private let now: @Sendable () -> Date

    /// The greatest difference between the timestamp of a webhook and the local time. By default five minutes.
    public var tolerance: Duration = .seconds(300)

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - secret: The shared secret `whsec_…`, the public key `whpk_…`, or the private key `whsk_…`. Without such a prefix, it is a
    ///     shared secret in Base64.
    ///   - now: The local time.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey``.
    public init(secret: String, now: @escaping @Sendable () -> Date = { Date() }) throws(SignatureError) {
        self.now = now
        let prefix = ["whsec_", "whpk_", "whsk_"].first { secret.hasPrefix($0) } ?? ""
        // The public key can follow the private one.
        guard let bytes = Data(base64Encoded: String(secret.dropFirst(prefix.count))), !bytes.isEmpty,
            prefix != "whsk_" || [32, 64].contains(bytes.count)
        else { throw .webhookSecret }
        signingKey =
            switch prefix {
            case "whpk_": nil
            case "whsk_": try SigningKey(PEMKey.ed25519(bytes.prefix(32)))
            default: try SigningKey(secret: bytes)
            }
        verificationKey =
            if let signingKey { signingKey.verificationKey } else { try VerificationKey(PEMKey.ed25519(bytes)) }
    }

    /// Verifies a webhook.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body as they arrived, before they are parsed.
    ///   - headerFields: The header fields of the request.
    /// - Throws: ``SignatureError`` with the reason for which the webhook isn't valid.
    public func verify(_ body: Data, _ headerFields: HTTPFields) throws(SignatureError) {
        guard let id = headerFields[.webhookID], let timestamp = headerFields[.webhookTimestamp],
            let signatures = headerFields[.webhookSignature]
        else { throw .webhookFields }
        guard let seconds = Int64(timestamp) else { throw .webhookTimestamp }
        let age = now().timeIntervalSince(Date(timeIntervalSince1970: TimeInterval(seconds)))
        guard abs(age) <= tolerance / .seconds(1) else { throw .webhookTime }
        let signed = Self.signed(id, timestamp, body)
        var isKnown = false
        // Senders sign with the old and the new secret while they change it. Few signatures are enough for that.
        for signature in signatures.split(separator: " ").prefix(Self.mostSignatures) {
            let parts = signature.split(separator: ",", maxSplits: 1)
            guard parts.count == 2, parts[0] == version else { continue }
            isKnown = true
            if let bytes = Data(base64Encoded: String(parts[1])),
                try verificationKey.isValidSignature(bytes, of: signed, using: algorithm)
            {
                return
            }
        }
        throw isKnown ? .webhookMismatch : .webhookVersion(version)
    }

    /// Signs a webhook, for a test of the server that receives it.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - id: The identifier of the webhook.
    /// - Returns: The header fields of the webhook.
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/invalidKey`` for a public key.
    public func sign(_ body: Data, id: String) throws(SignatureError) -> HTTPFields {
        guard let key = signingKey else { throw .webhookPublicKey }
        let interval = now().timeIntervalSince1970
        let timestamp = "\(Int64(exactly: interval.rounded(.down)) ?? 0)"
        let signature = try key.signature(of: Self.signed(id, timestamp, body), using: algorithm)
        return [
            .webhookID: id,
            .webhookTimestamp: timestamp,
            .webhookSignature: "\(version),\(signature.base64EncodedString())",
        ]
    }

    private static func signed(_ id: String, _ timestamp: String, _ body: Data) -> Data {
        Data("\(id).\(timestamp).".utf8) + body
    }

    private var algorithm: SignatureAlgorithm { verificationKey.httpAlgorithm }

    private var version: String { algorithm == .hmacSHA256 ? "v1" : "v1a" }

    private static let mostSignatures = 16
}

extension HTTPField.Name {
    fileprivate static let webhookID = named("webhook-id")
    fileprivate static let webhookTimestamp = named("webhook-timestamp")
    fileprivate static let webhookSignature = named("webhook-signature")
}

extension SignatureError {
    fileprivate static let webhookSecret = SignatureError(
        .invalidKey,
        "The secret of the webhook can't be read.",
        "Use whsec_, whpk_ or whsk_ and then Base64, as the sender's page shows it."
    )

    fileprivate static let webhookPublicKey = SignatureError(
        .invalidKey,
        "A public key can't sign a webhook.",
        "Use the private key whsk_… or a shared secret whsec_…."
    )

    fileprivate static let webhookFields = SignatureError(
        .missingSignature,
        "The request lacks webhook-id, webhook-timestamp or webhook-signature.",
        "Check that the sender signs by Standard Webhooks, and that no proxy removes the fields."
    )

    fileprivate static let webhookTimestamp = SignatureError(
        .malformedSignature,
        "The field webhook-timestamp isn't a number of seconds.",
        "Check that the sender signs by Standard Webhooks."
    )

    fileprivate static let webhookTime = SignatureError(
        .outOfTime,
        "The timestamp of the webhook is too old, or of the future.",
        "Check the local clock. A sender that repeats a webhook signs it anew."
    )

    fileprivate static let webhookMismatch = SignatureError(
        .mismatch,
        "The signature of the webhook doesn't match: the body was changed, or another secret signed it.",
        "Pass the bytes of the body as they arrived, and check the secret of this endpoint."
    )

    fileprivate static func webhookVersion(_ version: String) -> SignatureError {
        SignatureError(
            .missingSignature,
            "The webhook has no signature of the version \(version).",
            "Use the type of secret that the sender signs with: whsec_ for v1, whpk_ for v1a."
        )
    }
}
#endif
