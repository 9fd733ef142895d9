import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
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
            #if canImport(CryptoKit) || Crypto
            Data(SHA256.hash(data: Data(verifier.utf8))).base64URL
            #else
            throw OAuthError(.unsupported, detail: "A sign-in in a browser needs the trait Crypto.")
            #endif
        }
    }
}

extension String {
    /// A text of 43 characters of the URL-safe alphabet, with 256 random bits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Data(bytes).base64URL
    }
}
