import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answer to a challenge: the strongest of those that were offered and that we know.
struct Authorization: Sendable {
    /// The value of the Authorization field.
    let fieldValue: String

    /// The nonce that it was made for; nil for Basic.
    private let nonce: String?

    /// Whether it has been made because the one before was too old.
    private let isRetry: Bool

    /// Nil if there is nothing to answer with, or the previous answer was refused for another reason than its age.
    ///
    /// - Parameter cnonce: Makes the client's part of what a digest is made from, which nobody may guess.
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
                uri: Self.target(of: url),
                cnonce: cnonce()
            )
            guard HTTPField.isValidValue(fieldValue) else { return nil }
            self.init(fieldValue: fieldValue, nonce: digest.nonce, isRetry: previous != nil)
            return
        }
        #endif
        // RFC 7617, section 2: the first colon ends the name.
        guard previous == nil, challenges.contains(where: { $0.scheme == "basic" }), !user.contains(":") else {
            return nil
        }
        let token = Data("\(user):\(password)".utf8).base64EncodedString()
        self.init(fieldValue: "Basic \(token)", nonce: nil, isRetry: false)
    }

    private init(fieldValue: String, nonce: String?, isRetry: Bool) {
        self.fieldValue = fieldValue
        self.nonce = nonce
        self.isRetry = isRetry
    }

    /// The request-target as transports send it (RFC 9112, section 3.2.1).
    private static func target(of url: URL) -> String {
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = components?.percentEncodedPath ?? ""
        return (path.isEmpty ? "/" : path) + (components?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    private static func randomCnonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
