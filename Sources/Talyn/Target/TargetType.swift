public import Foundation
public import HTTPTypes

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
///         case .user(let name): "/users/\(pathSegment: name)"
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
    /// - An absolute URL, such as one that a server gave for the next page, takes the place of the base URL. If it leads to
    ///   another origin, the call is made without credentials; see ``Endpoint``.
    ///
    /// Write a value in a path as `\(pathSegment: name)`. Then `/`, `?` and `..` in it mean nothing.
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

    /// What decodes results, payloads and error bodies. A plain `JSONDecoder` by default.
    var decoder: JSONDecoder { get }

    /// What the server wraps its results in. Nothing by default.
    ///
    /// Where a target names an envelope, `request(_:as:)` and the calls of a ``DecodableTargetType`` give the payload,
    /// or fail with an ``EnvelopeError``.
    var envelope: ResponseEnvelope? { get }

    /// The type of the body with which the server explains a failure. None by default.
    ///
    /// ```swift
    /// var failureType: (any DecodableFailure.Type)? { Problem.self }
    /// ```
    ///
    /// ``TalynError/decodedFailure`` and ``TalynError/failure(as:using:)`` give the body of a failed call.
    var failureType: (any DecodableFailure.Type)? { get }

    /// How the target is called: timeouts, redirects, cookies, limits. The provider's way by default.
    var requestOptions: RequestOptions { get }

    /// Throws if the target must not be sent, such as one with a phone number that is too short. Does nothing by
    /// default.
    ///
    /// Called once for each call, stubbed ones too, before anything else is made of the target. What it throws reaches
    /// the caller as any error does, inside ``TalynError/underlying(_:_:)`` unless it is a ``TalynError``; no plugin is
    /// told of the call.
    ///
    /// ```swift
    /// func checkBeforeSending() throws {
    ///     guard case .verify(let phone) = self, phone.count < 7 else { return }
    ///     throw InvalidPhoneNumber(phone)
    /// }
    /// ```
    func checkBeforeSending() throws

    /// Whether only statuses from 200 to 299 succeed: what targets said before there was ``validationType``.
    @available(*, deprecated, renamed: "validationType")
    var validate: Bool { get }
}

/// What the body of a failure is decoded to; see ``TargetType/failureType``.
public typealias DecodableFailure = Decodable & Sendable

extension TargetType {
    public var method: HTTPRequest.Method { .get }
    public var task: HTTPTask { .requestPlain }
    public var headers: [String: String]? { nil }
    public var sampleData: Data { Data() }
    public var decoder: JSONDecoder { JSONDecoder() }
    public var envelope: ResponseEnvelope? { nil }
    public var failureType: (any DecodableFailure.Type)? { nil }
    public var requestOptions: RequestOptions { RequestOptions() }
    public func checkBeforeSending() throws {}
}
