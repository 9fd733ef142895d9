/// The key that the tokens of a session are bound to (RFC 9449). On Linux it needs the trait `Crypto`.
struct ProofKey: Sendable {
    #if canImport(CryptoKit) || Crypto
    private let key: SigningKey

    /// Makes a new key, on the curve P-256.
    init() throws(OAuthError) {
        key = .p256()
    }

    /// Reads the key of a store.
    init(pem: String) throws(OAuthError) {
        do {
            key = try SigningKey(pemRepresentation: pem)
        } catch {
            throw OAuthError(.storage, underlyingError: error)
        }
    }

    /// The private key, in PEM.
    var pem: String? { key.pemRepresentation }

    /// The thumbprint of the public key (RFC 7638).
    var thumbprint: String? { key.verificationKey.jsonWebKeyThumbprint }

    /// Returns a proof as a header field value.
    func sign(_ proof: Proof) throws(OAuthError) -> String {
        do {
            let header = JSONWebSignature.Header(type: "dpop+jwt", key: key.verificationKey.jsonWebKey)
            return try JSONWebSignature.compact(proof, header: header, key: key)
        } catch {
            throw OAuthError(.unsupported, "The key can't sign a proof.", underlyingError: error)
        }
    }
    #else
    private static let absence = OAuthError(.unsupported, "Tokens can be bound to a key with the trait Crypto.")

    init() throws(OAuthError) { throw Self.absence }

    init(pem: String) throws(OAuthError) { throw Self.absence }

    var pem: String? { nil }

    var thumbprint: String? { nil }

    func sign(_ proof: Proof) throws(OAuthError) -> String { throw Self.absence }
    #endif
}

/// The key of a session, so that it reads its PEM text once.
struct ProofKeys {
    private var new: ProofKey?
    private var known: (pem: String, key: ProofKey)?

    /// The key of a PEM text; a new one for none.
    mutating func key(pem: String?) throws(OAuthError) -> ProofKey {
        guard let pem else {
            if let new { return new }
            let key = try ProofKey()
            new = key
            return key
        }
        if let known, known.pem == pem { return known.key }
        let key = try ProofKey(pem: pem)
        known = (pem, key)
        return key
    }
}
