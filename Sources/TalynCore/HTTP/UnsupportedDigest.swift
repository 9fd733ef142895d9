import HTTPTypes
import _TalynSupport

/// A Digest challenge that this build can't answer.
enum UnsupportedDigest: Equatable {
    /// The algorithm; nil if its name is no token of a usual length.
    case algorithm(String?)
    /// The challenge has no realm, no nonce, or no supported quality of protection.
    case parameters
    /// The build has no hash functions.
    case all

    /// The first Digest challenge, if no one of them can be answered; nil without one.
    init?(_ challenges: [Challenge]) {
        guard let digest = challenges.first(where: { $0.scheme == "digest" }) else { return nil }
        #if canImport(CryptoKit) || Crypto
        if challenges.contains(where: { DigestChallenge($0) != nil }) { return nil }
        let name = digest.parameters["algorithm"] ?? "MD5"
        if DigestAlgorithm(challengeName: name) != nil {
            self = .parameters
        } else {
            let isShown = name.utf8.count <= 32 && name.utf8.allSatisfy { ASCIISet.token.contains($0) }
            self = .algorithm(isShown ? name : nil)
        }
        #else
        self = .all
        #endif
    }

    fileprivate var text: String {
        switch self {
        case .algorithm(let name?): "Digest with \(name), which isn't supported"
        case .algorithm(nil): "Digest with an unknown algorithm"
        case .parameters: "Digest without the parameters that it needs"
        case .all: "Digest, which needs the trait Crypto"
        }
    }
}

extension [Challenge] {
    /// Whether Basic isn't used though the server offers it.
    ///
    /// A server that offers Digest protects the password from others on the way (RFC 7616, section 5.6). Over http, Basic in its place
    /// would show it to them.
    func withholdBasic(from request: OutgoingRequest) -> Bool {
        contains { $0.scheme == "digest" } && request.origin?.scheme != "https"
    }
}

extension Response {
    /// The reason for which a user and a password weren't used, and what to do; nil if there is another reason for the status.
    var unansweredChallengeText: String? {
        guard statusCode == 401, let request, request.credential != nil else { return nil }
        let challenges = headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        guard let digest = UnsupportedDigest(challenges) else { return nil }
        let hasBasic = challenges.contains { $0.scheme == "basic" }
        if hasBasic, !challenges.withholdBasic(from: request) { return nil }
        let basic =
            hasBasic ? " Basic isn't used in its place, since http would show the password to others: use https." : ""
        return "The server offers \(digest.text).\(basic)"
    }
}
