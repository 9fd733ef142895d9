import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// An authorization server and an API that accepts its tokens, in memory.
final class OAuthWorld: Transport {
    /// A refresh token and all that came from the same sign-in.
    struct Family {
        var scopes: String
        var isRevoked = false
        var current: String
    }

    struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var lifetime: Double? = 3_600
        var rotates = true
        var wantsNonce = false
        /// Whether the token endpoint answers. A test closes it to hold requests.
        var isOpen = true
        var held = 0
        /// What the token endpoint answers in place of its own answer, once for each.
        var answers: [(status: Int, body: String)] = []
        /// The `Retry-After` field of those answers.
        var retryAfter: String?
        var deviceAnswers: [String] = []
        /// The status of those answers.
        var deviceStatus = 400
        /// What the device authorization endpoint answers.
        var device =
            #"{"device_code":"device-1","user_code":"ABCD","verification_uri":"https://login.example.com/d","interval":5,"expires_in":60}"#
        /// Whether the revocation endpoint answers.
        var isRevocationOpen = true
        var codes: [String: (challenge: String, redirectURI: String, scopes: String)] = [:]
        var families: [Int: Family] = [:]
        var refreshTokens: [String: Int] = [:]
        var accessTokens: [String: (scopes: String, key: String?)] = [:]
        var revoked: Set<String> = []
        /// The forms that the token endpoint got.
        var forms: [[String: String]] = []
        var tokenHeaders: [HTTPFields] = []
        /// The authorizations that the API got.
        var authorizations: [String] = []
        /// Tokens that came again after a newer one of the same family.
        var reused: [String] = []
        var count = 0
        var nonce = "nonce-1"
        /// Whether the API accepts each nonce once, and tells the next one with its answer.
        var replacesNonce = false
        /// The scope that the API demands.
        var demand: String?
    }

    let state = Watched(State())

    static let server = AuthorizationServer(
        issuer: "https://login.example.com",
        tokenEndpoint: URL(string: "https://login.example.com/token")!,
        authorizationEndpoint: URL(string: "https://login.example.com/authorize?tenant=7")!,
        deviceAuthorizationEndpoint: URL(string: "https://login.example.com/device")!,
        revocationEndpoint: URL(string: "https://login.example.com/revoke")!
    )

    func session(
        _ grant: OAuthGrant = .signIn,
        client: OAuthClient = OAuthClient(id: "app"),
        scopes: Set<String> = [],
        bindsTokens: Bool = false,
        store: any TokenStore = MemoryTokenStore(),
        clock: any Clock<Duration> = ManualClock()
    ) -> OAuthSession {
        OAuthSession(
            server: Self.server,
            client: client,
            grant: grant,
            scopes: scopes,
            bindsTokens: bindsTokens,
            store: store,
            provider: Provider(transport: self),
            clock: clock,
            date: { [state] in state.value.now }
        )
    }

    func api(_ session: OAuthSession, plugins: [any Plugin] = []) -> Provider<API> {
        Provider(transport: self, plugins: [OAuthPlugin(session)] + plugins)
    }

    /// Signs a user in by a browser.
    func signIn(_ session: OAuthSession, scopes: String = "read") async throws {
        let request = try session.authorizationRequest(redirectURI: URL(string: "app://callback")!)
        let callback = callback(for: request.url, scopes: scopes)
        try await session.signIn(request, callback: callback)
    }

    /// What the server does when a user signs in at the page.
    func callback(for page: URL, scopes: String = "read") -> URL {
        let query = parameters(page.absoluteString.drop { $0 != "?" }.dropFirst())
        let code = state.update { state in
            state.count += 1
            let code = "code-\(state.count)"
            state.codes[code] = (query["code_challenge"] ?? "", query["redirect_uri"] ?? "", query["scope"] ?? scopes)
            return code
        }
        return URL(string: "\(query["redirect_uri"]!)?code=\(code)&state=\(query["state"]!)")!
    }

    func parameters(_ text: some StringProtocol) -> [String: String] {
        Dictionary(
            FormParameter.parameters(in: text).map { ($0.name, $0.value ?? "") },
            uniquingKeysWith: { "\($0) \($1)" }
        )
    }

    // MARK: - Exchanges

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        var data = Data()
        if let body = request.body { for try await chunk in body { data.append(chunk) } }
        let form = parameters(String(decoding: data, as: UTF8.self))
        switch path {
        case "/token":
            state.update { $0.held += 1 }
            await state.wait { $0.isOpen }
            state.update { $0.held -= 1 }
            try Task.checkCancellation()
            return state.update { answer(&$0, form, request) }
        case "/device":
            return Self.json(200, state.value.device)
        case "/.well-known/oauth-authorization-server":
            return Self.json(
                200,
                #"{"issuer":"https://login.example.com","token_endpoint":"https://login.example.com/token"}"#
            )
        case "/revoke":
            await state.wait { $0.isRevocationOpen }
            try Task.checkCancellation()
            state.update { _ = $0.revoked.insert(form["token"] ?? "") }
            return Self.json(200, "")
        default:
            return state.update { serve(&$0, request) }
        }
    }

    static func json(_ status: Int, _ body: String, _ fields: HTTPFields = [:]) -> TransportResponse {
        var fields = fields
        fields[.contentType] = "application/json"
        return TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data(body.utf8)))
    }

    private func answer(_ state: inout State, _ form: [String: String], _ request: OutgoingRequest) -> TransportResponse
    {
        state.forms.append(form)
        state.tokenHeaders.append(request.headerFields)
        if !state.answers.isEmpty {
            let (status, body) = state.answers.removeFirst()
            return Self.json(status, body, state.retryAfter.map { [.retryAfter: $0] } ?? [:])
        }
        let proof = request.headerFields[.dpop].flatMap { ReceivedProof($0) }
        if state.wantsNonce, let proof, proof.claims["nonce"] as? String != state.nonce {
            return Self.json(400, #"{"error":"use_dpop_nonce"}"#, [.dpopNonce: state.nonce])
        }
        switch form["grant_type"] {
        case "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange":
            return token(&state, form["scope"] ?? "", nil, proof)
        case "authorization_code":
            guard let code = state.codes.removeValue(forKey: form["code"] ?? ""),
                code.redirectURI == form["redirect_uri"],
                Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))).base64URL == code.challenge
            else { return Self.json(400, #"{"error":"invalid_grant"}"#) }
            return token(&state, code.scopes, makeFamily(&state, code.scopes), proof)
        case "urn:ietf:params:oauth:grant-type:device_code":
            if !state.deviceAnswers.isEmpty {
                return Self.json(state.deviceStatus, #"{"error":"\#(state.deviceAnswers.removeFirst())"}"#)
            }
            return token(&state, "read", makeFamily(&state, "read"), proof)
        case "refresh_token":
            let text = form["refresh_token"] ?? ""
            guard let number = state.refreshTokens[text], let family = state.families[number], !family.isRevoked else {
                return Self.json(400, #"{"error":"invalid_grant"}"#)
            }
            guard family.current == text else {
                state.reused.append(text)
                state.families[number]?.isRevoked = true
                return Self.json(400, #"{"error":"invalid_grant"}"#)
            }
            return token(&state, family.scopes, number, proof)
        default:
            return Self.json(400, #"{"error":"unsupported_grant_type"}"#)
        }
    }

    private func makeFamily(_ state: inout State, _ scopes: String) -> Int {
        state.count += 1
        state.families[state.count] = Family(scopes: scopes, current: "")
        return state.count
    }

    private func token(_ state: inout State, _ scopes: String, _ family: Int?, _ proof: ReceivedProof?)
        -> TransportResponse
    {
        state.count += 1
        let access = "access-\(state.count)"
        state.accessTokens[access] = (scopes, proof?.thumbprint)
        var body: [String: Any] = ["access_token": access, "token_type": proof == nil ? "Bearer" : "DPoP"]
        body["expires_in"] = state.lifetime
        if !scopes.isEmpty { body["scope"] = scopes }
        if let family {
            if state.rotates || state.families[family]?.current == "" {
                let refresh = "refresh-\(state.count)"
                state.refreshTokens[refresh] = family
                state.families[family]?.current = refresh
                body["refresh_token"] = refresh
            }
        }
        return Self.json(
            200,
            String(decoding: (try? JSONSerialization.data(withJSONObject: body)) ?? Data(), as: UTF8.self)
        )
    }

    private func serve(_ state: inout State, _ request: OutgoingRequest) -> TransportResponse {
        let text = request.headerFields[.authorization] ?? ""
        state.authorizations.append(text)
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let token = state.accessTokens[words[1]], !state.revoked.contains(words[1]) else {
            return Self.json(401, "{}", [.wwwAuthenticate: #"Bearer error="invalid_token""#])
        }
        if let key = token.key {
            guard words[0] == "DPoP", let proof = request.headerFields[.dpop].flatMap({ ReceivedProof($0) }),
                proof.thumbprint == key,
                proof.claims["htm"] as? String == request.method.rawValue,
                proof.claims["htu"] as? String
                    == "https://api.example.com\((request.head.path ?? "").prefix { $0 != "?" })",
                proof.claims["ath"] as? String == Data(SHA256.hash(data: Data(words[1].utf8))).base64URL
            else { return Self.json(401, "{}", [.wwwAuthenticate: #"DPoP error="invalid_token""#]) }
            if state.wantsNonce, proof.claims["nonce"] as? String != state.nonce {
                return Self.json(
                    401,
                    "{}",
                    [.wwwAuthenticate: #"DPoP error="use_dpop_nonce""#, .dpopNonce: state.nonce]
                )
            }
        }
        if let demand = state.demand, !token.scopes.split(separator: " ").contains(Substring(demand)) {
            return Self.json(403, "{}", [.wwwAuthenticate: #"Bearer error="insufficient_scope", scope="\#(demand)""#])
        }
        var fields: HTTPFields = [:]
        if state.replacesNonce {
            state.count += 1
            state.nonce = "nonce-\(state.count)"
            fields[.dpopNonce] = state.nonce
        }
        return Self.json(200, #"[{"token":"\#(words[1])"}]"#, fields)
    }
}

/// A proof, checked with the key in its header.
struct ReceivedProof {
    let claims: [String: Any]
    let thumbprint: String

    init?(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Data(base64URL: parts[2]), header["typ"] as? String == "dpop+jwt",
            header["alg"] as? String == "ES256", let key = header["jwk"] as? [String: String],
            let x = key["x"].flatMap({ Data(base64URL: $0) }), let y = key["y"].flatMap({ Data(base64URL: $0) }),
            let publicKey = try? P256.Signing.PublicKey(rawRepresentation: x + y),
            let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            publicKey.isValidSignature(ecdsa, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        self.claims = claims
        let members = #"{"crv":"P-256","kty":"EC","x":"\#(key["x"]!)","y":"\#(key["y"]!)"}"#
        thumbprint = Data(SHA256.hash(data: Data(members.utf8))).base64URL
    }

    static func object(_ text: String) -> [String: Any]? {
        Data(base64URL: text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}

/// A target of the API.
struct API: OAuthTarget {
    var path: RequestPath = "/items"
    var tokenRequest: TokenRequest? = TokenRequest()
    var body = RequestBody.none
    var method = HTTPRequest.Method.get
    var baseURL: URL { URL(string: "https://api.example.com")! }
}
#endif
