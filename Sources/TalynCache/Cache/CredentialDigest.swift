import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto && os(Linux)
import Crypto
#endif

/// The credentials of a request, as a text that doesn't reveal them.
enum CredentialDigest {
    /// The names of the header fields with credentials, in lower case.
    static func names(in request: TransportRequest) -> Set<String> {
        guard
            let fields = request.urlRequest.allHTTPHeaderFields,
            fields.keys.contains(where: { !commonNames.contains($0) || request.secretNames.contains($0) })
        else { return [] }
        let names = request.urlRequest.credentialFieldNames(besides: request.secretNames)
        return Set(names.map { $0.lowercased() }).subtracting(["host"])
    }

    /// The names of fields that most requests have. They hold no credentials, unless the app says so.
    private static let commonNames: Set = [
        "Accept", "Accept-Encoding", "Accept-Language", "Cache-Control", "Content-Length", "Content-Type", "If-Match",
        "If-Modified-Since", "If-None-Match", "If-Range", "Range", "User-Agent",
    ]

    /// Returns the digest; nil for a request without credentials.
    static func make(_ request: TransportRequest, _ names: Set<String>, salt: String) -> String? {
        let fields = request.urlRequest.allHTTPHeaderFields ?? [:]
        guard !fields.isEmpty || request.credential != nil else { return nil }
        var parts = fields.filter { names.contains($0.key.lowercased()) }
            .map { "\($0.key.lowercased()): \($0.value)" }
        if let credential = request.credential { parts.append("user: \(credential.user ?? "")") }
        guard !parts.isEmpty else { return nil }
        return digest(parts.sorted().joined(separator: "\n"), salt: salt)
    }

    static func digest(_ text: String, salt: String) -> String {
        let text = salt + text
        #if canImport(CryptoKit) || (Crypto && os(Linux))
        return SHA256.hash(data: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
        #else
        // Only this process knows the seed of the hash. Files of another process then don't match.
        var hasher = Hasher()
        hasher.combine(text)
        return "\(UInt(bitPattern: hasher.finalize()))"
        #endif
    }
}
