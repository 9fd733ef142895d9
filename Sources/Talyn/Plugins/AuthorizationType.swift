/// How a target says who the caller is, in the `Authorization` field (RFC 9110, section 11.6.2).
public enum AuthorizationType: Sendable, Hashable {
    /// `Basic`, with a token that is name and password in Base64 (RFC 7617).
    case basic

    /// `Bearer` (RFC 6750).
    case bearer

    /// Another scheme.
    case custom(String)

    /// The name of the scheme.
    public var value: String {
        switch self {
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .custom(let value): value
        }
    }
}
