#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The secret of a sign-in that proves who started it (PKCE, RFC 7636).
struct ProofKeyForCodeExchange: Codable, Sendable {
    /// A random text of 43 characters.
    let verifier: String

    init(verifier: String = .random()) {
        self.verifier = verifier
    }

    /// The hash that the authorization server gets first, by the method S256 (RFC 7636, section 4.2).
    ///
    /// - Throws: ``OAuthError`` on Linux without the trait `Crypto`.
    var challenge: String {
        get throws(OAuthError) {
            guard let challenge = verifier.digestBase64URL else {
                throw OAuthError(.unsupported, "A sign-in in a browser needs the trait Crypto.")
            }
            return challenge
        }
    }
}
