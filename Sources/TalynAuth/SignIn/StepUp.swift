import HTTPTypes
import TalynCore
import _TalynSupport

/// The demand of a server beyond a valid token (RFC 6750, section 3.1; RFC 9470).
public struct StepUp: Sendable, Hashable {
    /// The scopes that the token needs; empty if the server doesn't say them.
    public let scopes: Set<String>

    /// The ways of signing in that the server accepts, for the parameter `acr_values`; empty if any will do.
    public let acrValues: [String]

    /// The largest age of a sign-in in seconds, for the parameter `max_age`; nil if any will do.
    public let maximumAge: Int?
}

/// The reason for which a server rejected a token.
enum TokenChallenge: Equatable {
    /// The token is expired, revoked or damaged.
    case renew
    /// The token is valid, and not enough.
    case stepUp(StepUp)

    /// - Parameter response: A response; nil for one that rejects no token.
    init?(_ response: Response) {
        guard response.statusCode == 401 || response.statusCode == 403 else { return nil }
        let demands: Set = ["insufficient_scope", "insufficient_user_authentication"]
        let challenges = response.headerFields.challenges
        if let demand = challenges.first(where: { $0.isForTokens && demands.contains($0.parameters["error"] ?? "") }) {
            self = .stepUp(
                StepUp(
                    scopes: Set(demand.words("scope")),
                    acrValues: demand.words("acr_values"),
                    maximumAge: demand.parameters["max_age"].flatMap { Int($0) }
                )
            )
            return
        }
        guard response.statusCode == 401 else { return nil }
        self = .renew
    }
}

extension Challenge {
    /// Whether the server wants a token.
    var isForTokens: Bool { scheme == "bearer" || scheme == "dpop" }

    func words(_ parameter: String) -> [String] {
        (parameters[parameter] ?? "").split(separator: " ").map(String.init)
    }
}

extension HTTPFields {
    var challenges: [Challenge] { self[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) } }

    /// Whether the server wants the nonce that it sends in the next proof (RFC 9449, section 9).
    var asksForNonce: Bool {
        challenges.contains { $0.scheme == "dpop" && $0.parameters["error"] == "use_dpop_nonce" }
    }
}
