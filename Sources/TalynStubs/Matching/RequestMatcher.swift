import _TalynFoundation
import _TalynSupport

/// A condition on the requests that a stub answers.
///
/// ```swift
/// stubs.on(.target(GitHub.zen), .text("Keep it simple."))
/// stubs.on(.get("/users/{name}") && !.query("page"), .json(["login": "ada"]))
/// ```
///
/// Combine conditions by `&&`, `||` and `!`.
public struct RequestMatcher: Sendable {
    indirect enum Condition: Sendable {
        case any
        case target(TargetCondition)
        case method(HTTPRequest.Method)
        case path(PathTemplate)
        case host(String)
        case query(name: String, value: String?)
        case header(HTTPField.Name, value: String?)
        case form(name: String, value: String?)
        case json(JSONCondition)
        case body(Data)
        case webSocket
        case custom(String, @Sendable (ReceivedRequest) -> Bool)
        case all([Condition])
        case either([Condition])
        case not(Condition)
    }

    let condition: Condition

    init(_ condition: Condition) {
        self.condition = condition
    }

    /// Requests for which both conditions hold.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.all(left.condition.conjuncts + right.condition.conjuncts))
    }

    /// Requests for which at least one of the conditions holds.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.either([left.condition, right.condition]))
    }

    /// Requests for which the condition doesn't hold.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher(.not(matcher.condition))
    }

    /// Whether a request matches.
    public func matches(_ request: ReceivedRequest) -> Bool {
        condition.matches(MatchedRequest(request))
    }

    /// The values of the placeholders in the path.
    func parameters(in request: MatchedRequest) -> [String: String] {
        condition.template(for: request)?.parameters(in: request.path) ?? [:]
    }
}

extension RequestMatcher: CustomStringConvertible {
    public var description: String { condition.description }
}

/// A condition on the JSON of a body.
struct JSONCondition: Sendable {
    /// The place in the JSON; nil for the top level.
    let keyPath: String?
    /// The expected JSON; nil if the value can't be encoded.
    let value: JSONNode?

    func matches(_ json: JSONNode?) -> Bool {
        guard let json, let value else { return false }
        guard let keyPath else { return json == value }
        return json.value(atKeyPath: keyPath) == value
    }
}
