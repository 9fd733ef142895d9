/// What to call: one HTTP API, described as a type whose values are its endpoints.
///
/// Usually an enum with a case for each endpoint. Only ``baseURL`` and ``path`` have to be written; a `switch` in
/// ``task`` and ``method`` covers the endpoints that send something.
///
/// ```swift
/// enum GitHub: TargetType {
///     case zen
///     case user(String)
///
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///     var path: String {
///         switch self {
///         case .zen: "/zen"
///         case .user(let name): "/users/\(name)"
///         }
///     }
/// }
/// ```
@preconcurrency
public protocol TargetType: Sendable {
    /// The URL that every path of the API continues; it may hold a path and a query of its own.
    var baseURL: URL { get }

    /// What is appended to ``baseURL``: segments, and after a `?` query parameters.
    ///
    /// - An empty path leaves the base URL untouched, with no slash added.
    /// - Exactly one slash stands between the two, whichever of them brings it.
    /// - Query parameters follow those of the base URL.
    /// - Escapes such as `%2F` are kept. Other characters that RFC 3986 doesn't allow in a path or a query are
    ///   percent-encoded, `#` and non-ASCII ones among them.
    /// - Dot segments are removed (RFC 3986, section 5.2.4): `/a/../b` is `/b`.
    /// - An absolute URL, such as one that a server gave for the next page, takes the place of the base URL.
    var path: String { get }

    /// The request method (RFC 9110, section 9). GET by default.
    var method: HTTPRequest.Method { get }

    /// What the request carries. Nothing by default.
    var task: HTTPTask { get }

    /// The header fields of the request. None by default.
    var headers: [String: String]? { get }

    /// The body that a stub answers with. Empty by default.
    var sampleData: Data { get }

    /// The statuses with which a call succeeds. Every one by default.
    var validationType: ValidationType { get }

    @available(*, deprecated, renamed: "validationType")
    var validate: Bool { get }
}

extension TargetType {
    public var method: HTTPRequest.Method { .get }
    public var task: HTTPTask { .requestPlain }
    public var headers: [String: String]? { nil }
    public var sampleData: Data { Data() }
}
