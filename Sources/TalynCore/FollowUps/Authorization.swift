import HTTPTypes
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// The answer to an authentication challenge: the strongest supported scheme of those offered.
struct Authorization: Sendable {
    /// The value of the `Authorization` field.
    let fieldValue: String

    /// The challenge that it answers.
    let challenge: AcceptedChallenge

    /// Whether this answer replaces one whose nonce was stale.
    private let isRetry: Bool

    /// Whether the request was sent with it before the server asked.
    let isPreemptive: Bool

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - challenges: The challenges of the response.
    ///   - request: The request that the server challenged.
    ///   - credential: The user name and the password.
    ///   - previous: The answer that the server refused. Only an answer with a stale nonce is worth another one. The nonce of a
    ///     preemptive answer may be used up, and another part of the server may ask for another scheme.
    ///   - cnonce: Generates the client's nonce, which must be hard to guess.
    /// - Returns: Nil if there is no supported challenge, or the server refused the credential.
    init?(
        answering challenges: [Challenge],
        of request: OutgoingRequest,
        with credential: PasswordCredential,
        after previous: Authorization? = nil,
        cnonce: () -> String = AcceptedChallenge.randomCnonce
    ) {
        #if canImport(CryptoKit) || Crypto
        let digests = challenges.compactMap { DigestChallenge($0) }
        if let digest = digests.first(where: { $0.algorithm == .sha256 }) ?? digests.first {
            var challenge = AcceptedChallenge.digest(digest, cnonce: cnonce(), count: 1)
            if let previous, case .digest(let old, _, _) = previous.challenge {
                let isSameNonce = old.nonce == digest.nonce
                guard previous.isPreemptive || (digest.isStale && !previous.isRetry && !isSameNonce) else { return nil }
                // Requests at the same time can arrive in another order than their counts have.
                if isSameNonce { challenge = challenge.counting(from: previous.challenge.next()) }
            } else if previous?.isPreemptive == false {
                return nil
            }
            guard let fieldValue = challenge.fieldValue(credential, request) else { return nil }
            self.init(fieldValue, challenge, isRetry: previous?.isPreemptive == false)
            return
        }
        #endif
        guard previous.map({ $0.isPreemptive && !$0.challenge.isBasic }) ?? true,
            challenges.contains(where: { $0.scheme == "basic" }), !challenges.withholdBasic(from: request),
            let fieldValue = AcceptedChallenge.basic.fieldValue(credential, request)
        else { return nil }
        self.init(fieldValue, .basic, isRetry: false)
    }

    /// Creates the answer to a challenge that the server accepts, before it asks; nil if the credential doesn't fit.
    init?(to challenge: AcceptedChallenge, of request: OutgoingRequest, with credential: PasswordCredential) {
        guard let fieldValue = challenge.fieldValue(credential, request) else { return nil }
        self.init(fieldValue, challenge, isRetry: false, isPreemptive: true)
    }

    private init(_ fieldValue: String, _ challenge: AcceptedChallenge, isRetry: Bool, isPreemptive: Bool = false) {
        self.fieldValue = fieldValue
        self.challenge = challenge
        self.isRetry = isRetry
        self.isPreemptive = isPreemptive
    }
}

/// A challenge for which a server accepted the answer.
enum AcceptedChallenge: Sendable {
    case basic
    #if canImport(CryptoKit) || Crypto
    /// - Parameters:
    ///   - cnonce: The client's nonce, which a session keeps.
    ///   - count: The number of requests with the server's nonce, with the next one.
    case digest(DigestChallenge, cnonce: String, count: Int)
    #endif

    fileprivate var isBasic: Bool { if case .basic = self { true } else { false } }

    /// The challenge for the next request.
    func next(cnonce: () -> String = Self.randomCnonce) -> AcceptedChallenge {
        switch self {
        case .basic: return .basic
        #if canImport(CryptoKit) || Crypto
        case .digest(let digest, let old, let count):
            return .digest(digest, cnonce: digest.isSession ? old : cnonce(), count: count + 1)
        #endif
        }
    }

    /// The challenge with the count of an earlier one with the same nonce, if that is higher. The realm and the algorithm can differ.
    func counting(from earlier: AcceptedChallenge) -> AcceptedChallenge {
        #if canImport(CryptoKit) || Crypto
        if case .digest(let digest, let cnonce, let count) = self,
            case .digest(let old, let first, let known) = earlier, old.nonce == digest.nonce
        {
            return .digest(digest, cnonce: digest.isSession ? first : cnonce, count: max(count, known))
        }
        #endif
        return self
    }

    /// The challenge with the nonce that a server tells for the next request (RFC 7616, section 3.5); nil without one.
    func renewed(by response: TransportResponse, to request: OutgoingRequest) -> AcceptedChallenge? {
        #if canImport(CryptoKit) || Crypto
        // The key of a session keeps the nonce of its challenge (section 3.4.2).
        guard case .digest(var digest, let cnonce, _) = self, !digest.isSession,
            let text = (response.serverHeaderFields ?? response.headerFields)[.authenticationInfo],
            let nonce = Challenge.challenges(in: "Digest \(text)").first?.parameters["nextnonce"],
            !nonce.isEmpty, nonce != digest.nonce
        else { return nil }
        guard response.isFrom(request.origin) else { return nil }
        digest.nonce = nonce
        return .digest(digest, cnonce: cnonce, count: 0)
        #else
        return nil
        #endif
    }

    /// The value of the `Authorization` field; nil if the credential doesn't fit.
    fileprivate func fieldValue(_ credential: PasswordCredential, _ request: OutgoingRequest) -> String? {
        let (user, password) = (credential.user, credential.password)
        switch self {
        case .basic:
            // RFC 7617, section 2: the first colon ends the user name.
            return user.contains(":") ? nil : String(basicUser: user, password: password)
        #if canImport(CryptoKit) || Crypto
        case .digest(let digest, let cnonce, let count):
            let value = digest.fieldValue(
                user: user,
                password: password,
                method: request.method.rawValue,
                uri: request.head.path ?? "/",
                cnonce: cnonce,
                count: count
            )
            return HTTPField.isValidValue(value) ? value : nil
        #endif
        }
    }

    static func randomCnonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}

#if canImport(CryptoKit) || Crypto
/// A challenge of the Digest scheme (RFC 7616).
struct DigestChallenge: Sendable {
    fileprivate(set) var nonce: String
    let algorithm: DigestAlgorithm
    /// Whether the server refused only the nonce, not the credentials.
    let isStale: Bool
    private let realm: String
    private let opaque: String?
    /// The name of the algorithm as in the challenge; nil for the default.
    private let algorithmName: String?
    /// Whether all requests with the nonce use the client's nonce of the first one (RFC 7616, section 3.4.2).
    let isSession: Bool
    /// Whether the server supports `qop`. Servers of RFC 2069 don't.
    private let hasQuality: Bool
    private let hashesUser: Bool

    /// Creates a challenge; nil for another scheme, or an unsupported algorithm or quality of protection.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest",
            let realm = challenge.parameters["realm"],
            let nonce = challenge.parameters["nonce"]
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge.parameters["opaque"]
        isStale = challenge.parameters["stale"]?.lowercased() == "true"
        hashesUser = challenge.parameters["userhash"]?.lowercased() == "true"
        algorithmName = challenge.parameters["algorithm"]
        let name = algorithmName ?? "MD5"
        isSession = DigestAlgorithm.isSession(name)
        guard let algorithm = DigestAlgorithm(challengeName: name) else { return nil }
        self.algorithm = algorithm
        hasQuality = challenge.parameters["qop"] != nil
        if let qualities = challenge.parameters["qop"]?.lowercased().split(whereSeparator: { ", \t".contains($0) }) {
            guard qualities.contains("auth") else { return nil }
        }
    }

    /// The value of the `Authorization` field (RFC 7616, section 3.4).
    ///
    /// - Parameters:
    ///   - uri: The request-target.
    ///   - cnonce: The client's nonce.
    ///   - count: The number of requests with the server's nonce, with this one.
    func fieldValue(
        user: String,
        password: String,
        method: String,
        uri: String,
        cnonce: String,
        count: Int = 1
    ) -> String {
        let nc = UInt32(clamping: count).hexadecimal
        var secret = algorithm.hash("\(user):\(realm):\(password)")
        if isSession { secret = algorithm.hash("\(secret):\(nonce):\(cnonce)") }
        let subject = algorithm.hash("\(method):\(uri)")
        let proof = hasQuality ? "\(nonce):\(nc):\(cnonce):auth" : nonce
        var fields = [
            "username=\(quoted(hashesUser ? algorithm.hash("\(user):\(realm)") : user))",
            "realm=\(quoted(realm))", "nonce=\(quoted(nonce))", "uri=\(quoted(uri))",
            "response=\(quoted(algorithm.hash("\(secret):\(proof):\(subject)")))",
        ]
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if let opaque { fields.append("opaque=\(quoted(opaque))") }
        if hasQuality { fields += ["qop=auth", "nc=\(nc)"] }
        if hasQuality || isSession { fields.append("cnonce=\(quoted(cnonce))") }
        if hashesUser { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    /// A quoted string (RFC 9110, section 5.6.4).
    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// The supported hash functions of digest authentication.
///
/// SHA-512-256 is missing: CryptoKit doesn't have it, nor have all supported versions of swift-crypto.
enum DigestAlgorithm: String, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA-256"

    /// Creates the algorithm by its name in a challenge, with or without `-sess`.
    init?(challengeName name: String) {
        let name = name.uppercased()
        self.init(rawValue: Self.isSession(name) ? String(name.dropLast(5)) : name)
    }

    /// Whether the name in a challenge is that of a session.
    static func isSession(_ name: String) -> Bool { name.uppercased().hasSuffix("-SESS") }

    /// The hash of a text in UTF-8, as hexadecimal digits.
    func hash(_ text: String) -> String {
        let data = Data(text.utf8)
        return switch self {
        // Many servers support nothing better.
        case .md5: Insecure.MD5.hash(data: data).hexadecimal
        case .sha256: SHA256.hash(data: data).hexadecimal
        }
    }
}
#endif

extension OutgoingRequest {
    /// The answer to the challenge of a response; nil without a supported challenge or a credential, after a rejected answer, for a
    /// body that can't be sent again, and for the response of another origin.
    func authorization(answering response: TransportResponse, after previous: Authorization? = nil) -> Authorization? {
        guard response.statusCode == 401, let credential, body?.isReplayable != false else { return nil }
        guard response.isFrom(origin) else { return nil }
        let challenges = response.headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        return Authorization(answering: challenges, of: self, with: credential, after: previous)
    }

    /// The request with the answer to a challenge (RFC 9110, section 11), for a transport that sends follow-ups itself: see
    /// ``Transport/sendsFollowUps``.
    ///
    /// - Parameter response: The response to this request.
    /// - Returns: Nil if the request has no ``credential``, if the response has no challenge that it answers, and for the response of
    ///   another URL.
    public func answering(_ response: TransportResponse) -> OutgoingRequest? {
        if let url = response.url, OutgoingRequest(url: url).urlText != urlText { return nil }
        guard let authorization = authorization(answering: response) else { return nil }
        var answer = self
        answer.credential = nil
        answer.headerFields[.authorization] = authorization.fieldValue
        answer.answersChallenge = true
        return answer
    }
}

extension [Challenge] {
    /// Whether Basic isn't used though the server offers it.
    ///
    /// A server that offers Digest protects the password from others on the way (RFC 7616, section 5.6). Over http, Basic in its place
    /// would show it to them.
    fileprivate func withholdBasic(from request: OutgoingRequest) -> Bool {
        contains { $0.scheme == "digest" } && request.origin?.scheme != "https"
    }

    /// The Digest scheme and the reason for which this build can't answer it; nil if it can, or if the server doesn't offer it.
    fileprivate var unsupportedDigest: String? {
        guard let digest = first(where: { $0.scheme == "digest" }) else { return nil }
        #if canImport(CryptoKit) || Crypto
        if contains(where: { DigestChallenge($0) != nil }) { return nil }
        let name = digest.parameters["algorithm"] ?? "MD5"
        if DigestAlgorithm(challengeName: name) != nil { return "Digest without the parameters that it needs" }
        let isShown = name.utf8.count <= 32 && name.utf8.allSatisfy { ASCIISet.token.contains($0) }
        return isShown ? "Digest with \(name), which isn't supported" : "Digest with an unknown algorithm"
        #else
        return "Digest, which needs the trait Crypto"
        #endif
    }
}

extension Response {
    /// The reason for which a user and a password weren't used, and what to do; nil if there is another reason for the status.
    var unansweredChallengeText: String? {
        guard statusCode == 401, let request, request.credential != nil else { return nil }
        let challenges = headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        guard let digest = challenges.unsupportedDigest else { return nil }
        let hasBasic = challenges.contains { $0.scheme == "basic" }
        if hasBasic, !challenges.withholdBasic(from: request) { return nil }
        let basic =
            hasBasic ? " Basic isn't used in its place, since http would show the password to others: use https." : ""
        return "The server offers \(digest).\(basic)"
    }
}
