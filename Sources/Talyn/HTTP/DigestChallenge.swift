import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto && os(Linux)
import Crypto
#endif

#if canImport(CryptoKit) || (Crypto && os(Linux))
/// A challenge of the Digest scheme (RFC 7616).
struct DigestChallenge: Sendable {
    let nonce: String
    let algorithm: DigestAlgorithm
    /// Whether the server refused only the nonce, not the credentials.
    let isStale: Bool
    private let realm: String
    private let opaque: String?
    /// The name of the algorithm as in the challenge; nil for the default.
    private let algorithmName: String?
    private let isSession: Bool
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
        let name = algorithmName?.uppercased() ?? "MD5"
        isSession = name.hasSuffix("-SESS")
        guard let algorithm = DigestAlgorithm(rawValue: isSession ? String(name.dropLast(5)) : name) else { return nil }
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
    ///   - cnonce: The client's nonce. A server's nonce is used once, so the count is always one.
    func fieldValue(user: String, password: String, method: String, uri: String, cnonce: String) -> String {
        var secret = algorithm.hash("\(user):\(realm):\(password)")
        if isSession { secret = algorithm.hash("\(secret):\(nonce):\(cnonce)") }
        let subject = algorithm.hash("\(method):\(uri)")
        let proof = hasQuality ? "\(nonce):00000001:\(cnonce):auth" : nonce
        var fields = [
            "username=\(quoted(hashesUser ? algorithm.hash("\(user):\(realm)") : user))",
            "realm=\(quoted(realm))", "nonce=\(quoted(nonce))", "uri=\(quoted(uri))",
            "response=\(quoted(algorithm.hash("\(secret):\(proof):\(subject)")))",
        ]
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if let opaque { fields.append("opaque=\(quoted(opaque))") }
        if hasQuality { fields += ["qop=auth", "nc=00000001"] }
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
enum DigestAlgorithm: String, Sendable {
    case md5 = "MD5"
    case sha256 = "SHA-256"

    /// The rank of the algorithm. Stronger ones are higher.
    var strength: Int {
        switch self {
        case .md5: 0
        case .sha256: 1
        }
    }

    /// The hash of a text in UTF-8, as hexadecimal digits.
    func hash(_ text: String) -> String {
        let data = Data(text.utf8)
        return switch self {
        // Many servers support nothing better.
        case .md5: Self.hexadecimal(Insecure.MD5.hash(data: data))
        case .sha256: Self.hexadecimal(SHA256.hash(data: data))
        }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
#endif
