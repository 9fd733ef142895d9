import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An authentication challenge of a server (RFC 9110, section 11.3).
struct Challenge: Hashable, Sendable {
    /// The scheme in lower case.
    let scheme: String
    /// The parameters by their names in lower case.
    var parameters: [String: String] = [:]

    /// Parses the value of a `WWW-Authenticate` field up to its first mistake.
    ///
    /// Commas separate both challenges and parameters. The text after a name tells them apart.
    static func challenges(in value: String) -> [Challenge] {
        var scanner = FieldValueScanner(value)
        var challenges: [Challenge] = []
        while true {
            scanner.skipListSeparators()
            guard let name = scanner.token() else { return challenges }
            let afterName = scanner.position
            scanner.skipSpace()
            if let last = challenges.indices.last, scanner.take("=") {
                scanner.skipSpace()
                guard let value = scanner.isAt("\"") ? scanner.quotedString(requiresEnd: true) : scanner.token() else {
                    return challenges
                }
                // A repeated parameter is a mistake. The first one counts.
                if challenges[last].parameters[name.lowercased()] == nil {
                    challenges[last].parameters[name.lowercased()] = value
                }
            } else {
                guard scanner.isAtEnd || scanner.position > afterName || scanner.isAt(",") else { return challenges }
                challenges.append(Challenge(scheme: name.lowercased()))
                scanner.skipToken68()
            }
            scanner.skipSpace()
            guard scanner.isAtEnd || scanner.isAt(",") || challenges.last?.parameters.isEmpty == true else {
                return challenges
            }
        }
    }
}

extension FieldValueScanner {
    /// Skips the `token68` that some schemes have in place of parameters (RFC 9110, section 11.2).
    fileprivate mutating func skipToken68() {
        let start = position
        skip { ASCIISet.token.contains($0) || $0 == UInt8(ascii: "/") }
        skip { $0 == UInt8(ascii: "=") }
        skipSpace()
        if !isAtEnd, !isAt(",") { rewind(to: start) }
    }
}

/// The answer to an authentication challenge: the strongest supported scheme of those offered.
struct Authorization: Sendable {
    /// The value of the `Authorization` field.
    let fieldValue: String

    /// The nonce of a digest; nil for Basic.
    private let nonce: String?

    /// Whether this answer replaces one whose nonce was stale.
    private let isRetry: Bool

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - challenges: The challenges of the response.
    ///   - request: The request that the server challenged.
    ///   - credential: The user name and the password.
    ///   - previous: The answer that the server refused. Only an answer with a stale nonce is worth another one.
    ///   - cnonce: Generates the client's nonce, which must be hard to guess.
    /// - Returns: Nil if there is no supported challenge, or the server refused the credential.
    init?(
        answering challenges: [Challenge],
        of request: URLRequest,
        with credential: URLCredential,
        after previous: Authorization? = nil,
        cnonce: () -> String = Self.randomCnonce
    ) {
        guard let user = credential.user, let password = credential.password, let url = request.url else { return nil }
        #if canImport(CryptoKit) || (Crypto && os(Linux))
        let digests = challenges.compactMap { DigestChallenge($0) }
        if let digest = digests.max(by: { $0.algorithm.strength < $1.algorithm.strength }) {
            if let previous {
                guard digest.isStale, !previous.isRetry, previous.nonce != digest.nonce else { return nil }
            }
            let fieldValue = digest.fieldValue(
                user: user,
                password: password,
                method: request.httpMethod ?? "GET",
                uri: Self.requestTarget(of: url),
                cnonce: cnonce()
            )
            guard HTTPField.isValidValue(fieldValue) else { return nil }
            self.init(fieldValue: fieldValue, nonce: digest.nonce, isRetry: previous != nil)
            return
        }
        #endif
        // RFC 7617, section 2: the first colon ends the user name.
        guard previous == nil, challenges.contains(where: { $0.scheme == "basic" }), !user.contains(":") else {
            return nil
        }
        self.init(fieldValue: String(basicUser: user, password: password), nonce: nil, isRetry: false)
    }

    private init(fieldValue: String, nonce: String?, isRetry: Bool) {
        self.fieldValue = fieldValue
        self.nonce = nonce
        self.isRetry = isRetry
    }

    /// The request-target as transports send it (RFC 9112, section 3.2.1).
    private static func requestTarget(of url: URL) -> String {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = components?.percentEncodedPath ?? ""
        return (path.isEmpty ? "/" : path) + (components?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    private static func randomCnonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}

extension String {
    /// The value of an `Authorization` field in the Basic scheme (RFC 7617).
    package init(basicUser user: String, password: String) {
        self = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}
