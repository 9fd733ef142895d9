import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// The credentials of a request, as a text that doesn't reveal them.
enum CredentialDigest {
    /// The names of the header fields with credentials, in lower case.
    static func names(in request: OutgoingRequest) -> Set<String> {
        let secretNames = request.secretNames
        let redaction = Redaction.default.masking(secretNames)
        var names: Set<String> = []
        for field in request.headerFields
        where !commonNames.contains(field.name) || secretNames.contains(field.name.rawName) {
            if redaction.masks(field.name.rawName) { names.insert(field.name.canonicalName) }
        }
        return names
    }

    /// The names of fields that most requests have. They hold no credentials, unless the app says so.
    private static let commonNames: Set<HTTPField.Name> = [
        .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .contentLength, .contentType, .ifMatch,
        .ifModifiedSince,
        .ifNoneMatch, .ifRange, .range, .userAgent,
    ]

    /// Returns the digest of header fields, of the user, and of secret parameters in the query; nil for a request without credentials.
    static func make(_ request: OutgoingRequest, _ names: Set<String>, salt: String) -> String? {
        var parts = request.headerFields.filter { names.contains($0.name.canonicalName) }
            .map { "\($0.name.canonicalName): \($0.value)" }
        if let credential = request.credential {
            // Each in a line of its own, whatever it contains.
            parts += [
                "user: \(Data(credential.user.utf8).hexadecimal)",
                "password: \(Data(credential.password.utf8).hexadecimal)",
            ]
        }
        if let path = request.head.path, path.utf8.contains(UInt8(ascii: "?")) {
            let redaction = Redaction.default.masking(request.secretNames)
            parts += path.queryParameters.filter { redaction.masksParameter($0.name) }.map { String($0.text) }
        }
        guard !parts.isEmpty else { return nil }
        return digest(parts.sorted().joined(separator: "\n"), salt: salt)
    }

    static func digest(_ text: String, salt: String) -> String {
        let text = salt + text
        #if canImport(CryptoKit) || Crypto
        return SHA256.hash(data: Data(text.utf8)).hexadecimal
        #else
        // Only this process knows the seed of the hash. Files of another process then don't match.
        var hasher = Hasher()
        hasher.combine(text)
        return "\(UInt(bitPattern: hasher.finalize()))"
        #endif
    }
}
