import HTTPTypes
import _TalynFoundation
import _TalynSupport

/// An app, a command line or a service, as it is registered at an authorization server.
public struct OAuthClient: Sendable {
    /// The way in which the client proves who it is.
    public struct Authentication: Sendable {
        enum Method: Sendable {
            case none
            case basic(secret: String)
            case post(secret: String)
            #if canImport(CryptoKit) || Crypto
            case privateKey(SigningKey, SignatureAlgorithm?, keyID: String?, audience: String?)
            #endif
            case certificate
        }

        let method: Method

        /// No proof: a public client, such as an app or a command line, whose users could read a secret. PKCE protects its sign-in.
        public static let none = Authentication(method: .none)

        /// A secret in the `Authorization` field (RFC 6749, section 2.3.1).
        public static func basic(secret: String) -> Authentication { Authentication(method: .basic(secret: secret)) }

        /// A secret in the body, for servers that don't support ``basic(secret:)``.
        public static func post(secret: String) -> Authentication { Authentication(method: .post(secret: secret)) }

        #if canImport(CryptoKit) || Crypto
        /// A signed assertion, `private_key_jwt` (RFC 7523, section 2.2).
        ///
        /// - Parameters:
        ///   - key: The private key. The server has its public key.
        ///   - algorithm: The algorithm; by default the one of the key: ES256, EdDSA, or RS256.
        ///   - keyID: The name of the key at the server.
        ///   - audience: The audience of the assertion; by default the issuer. Some servers want the URL of their token endpoint.
        public static func privateKey(
            _ key: SigningKey,
            algorithm: SignatureAlgorithm? = nil,
            keyID: String? = nil,
            audience: String? = nil
        ) -> Authentication {
            Authentication(method: .privateKey(key, algorithm, keyID: keyID, audience: audience))
        }
        #endif

        /// The client certificate of the transport (RFC 8705): see `TransportOptions.clientCertificate`.
        public static let certificate = Authentication(method: .certificate)
    }

    /// The client identifier (RFC 6749, section 2.2).
    public let id: String

    /// The way in which the client proves who it is.
    public let authentication: Authentication

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - authentication: The way in which the client proves who it is.
    public init(id: String, authentication: Authentication = .none) {
        self.id = id
        self.authentication = authentication
    }
}

extension OAuthClient.Authentication: CustomStringConvertible, CustomReflectable {
    /// The name of the method, without its secret.
    public var description: String {
        switch method {
        case .none: "none"
        case .basic: "client_secret_basic"
        case .post: "client_secret_post"
        #if canImport(CryptoKit) || Crypto
        case .privateKey: "private_key_jwt"
        #endif
        case .certificate: "tls_client_auth"
        }
    }

    public var customMirror: Mirror { Mirror(self, children: ["method": description]) }
}

extension OAuthClient {
    /// Adds the proof of the client to a request.
    ///
    /// - Parameter server: The server, whose issuer is the usual audience of an assertion.
    /// - Throws: ``OAuthError`` for a key that can't sign.
    func authenticate(
        _ request: inout OAuthRequest,
        at server: AuthorizationServer,
        now: Date
    ) throws(OAuthError) {
        switch authentication.method {
        case .basic(let secret):
            // Both are encoded as in a form, with a plus sign for a space (RFC 6749, section 2.3.1 and appendix B).
            request.headerFields[.authorization] = String(
                basicUser: id.formEncoded.replacing("%20", with: "+"),
                password: secret.formEncoded.replacing("%20", with: "+")
            )
        case .none, .certificate:
            request.form.append(("client_id", id))
        case .post(let secret):
            request.form += [("client_id", id), ("client_secret", secret)]
        #if canImport(CryptoKit) || Crypto
        case .privateKey(let key, let algorithm, let keyID, let audience):
            let assertion: String
            do {
                assertion = try JSONWebSignature.compact(
                    ClientAssertion(client: id, audience: audience ?? server.issuer, at: now),
                    header: JSONWebSignature.Header(type: "JWT", keyID: keyID),
                    key: key,
                    algorithm: algorithm
                )
            } catch {
                throw OAuthError(
                    .unsupported,
                    "The key can't sign the assertion of the client.",
                    underlyingError: error
                )
            }
            request.form += [
                ("client_id", id),
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                ("client_assertion", assertion),
            ]
        #endif
        }
    }
}

#if canImport(CryptoKit) || Crypto
/// The claims by which a client authenticates (RFC 7523, section 3). The assertion is valid for a minute, and for one request.
private struct ClientAssertion: Encodable {
    let iss: String
    let sub: String
    let aud: String
    let jti: String
    let iat: Int
    let exp: Int

    init(client: String, audience: String, at now: Date) {
        iss = client
        sub = client
        aud = audience
        jti = .random()
        iat = Int(clamping: now.timeIntervalSince1970)
        exp = Int(clamping: now.timeIntervalSince1970 + 60)
    }
}
#endif
