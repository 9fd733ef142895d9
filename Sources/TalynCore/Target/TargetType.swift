public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// An HTTP API, described as a type whose values are its endpoints.
///
/// Usually an enum with a case for each endpoint. Only ``baseURL`` and ``path`` are required. The other properties have
/// defaults for an endpoint that is read with GET.
///
/// ```swift
/// enum GitHub: TargetType {
///     case zen
///     case user(String)
///     case search(text: String, page: Int)
///
///     var baseURL: URL { URL(string: "https://api.github.com")! }
///
///     var path: RequestPath {
///         switch self {
///         case .zen: "/zen"
///         case .user(let name): "/users/\(name)"
///         case .search: "/search/repositories"
///         }
///     }
///
///     var query: RequestParameters {
///         switch self {
///         case .search(let text, let page): ["q": text, "page": page]
///         default: [:]
///         }
///     }
/// }
/// ```
public protocol TargetType: Sendable {
    /// The URL that ``path`` continues. It may have a path and a query of its own.
    ///
    /// Its origin is the only one that gets the credentials of a call.
    var baseURL: URL { get }

    /// The path of the endpoint. An empty path leaves ``baseURL`` unchanged.
    var path: RequestPath { get }

    /// The request method (RFC 9110, section 9). GET by default.
    var method: HTTPRequest.Method { get }

    /// The parameters of the query. None by default.
    var query: RequestParameters { get }

    /// The header fields of the request. None by default.
    var headerFields: HTTPFields { get }

    /// The body of the request. None by default.
    var body: RequestBody { get }

    /// The statuses with which a call succeeds. 200 to 299 by default.
    var validation: StatusValidation { get }

    /// The formats of dates, keys, arrays and booleans, in requests and in responses.
    var coding: CodingOptions { get }

    /// The envelope around the results of the server. None by default.
    ///
    /// With an envelope, `request(_:as:)` and the calls of a ``DecodableTargetType`` give the payload. They fail with an
    /// ``EnvelopeError`` if the code in the envelope is no success code.
    var envelope: ResponseEnvelope? { get }

    /// The type of the body with which the server explains a failure. None by default.
    ///
    /// ```swift
    /// var failureBodyType: (any (Decodable & Sendable).Type)? { Problem.self }
    /// ```
    ///
    /// ``TalynError/failureBody`` gives the decoded body of a failed call.
    var failureBodyType: (any (Decodable & Sendable).Type)? { get }

    /// The type of the body with which the server explains a failure with a status. ``failureBodyType`` by default.
    ///
    /// Implement it for a server that has several types.
    func failureBodyType(forStatus statusCode: Int) -> (any (Decodable & Sendable).Type)?

    /// The name of the endpoint in errors, logs, spans and messages about stubs, without values that may be secret.
    ///
    /// By default, the type and the name of its case, such as `GitHub.user`.
    var targetName: String { get }

    /// The body of the response that a ``SampleTransport`` gives. Empty by default.
    var sampleData: Data { get }

    /// Timeouts, redirects, cookies and limits of the calls. They replace those of the provider.
    var requestOptions: RequestOptions { get }

    /// Throws if the target must not be sent, such as a target with an invalid phone number. Does nothing by default.
    ///
    /// Runs once for each call, before the endpoint is made, also with stubs. Plugins don't see a call that it stops.
    ///
    /// ```swift
    /// func checkBeforeSending() throws {
    ///     guard case .verify(let phone) = self, phone.count < 7 else { return }
    ///     throw InvalidPhoneNumber(phone)
    /// }
    /// ```
    ///
    /// - Throws: Any error. The call fails with it, inside a ``TalynError``.
    func checkBeforeSending() throws
}

extension TargetType {
    public var method: HTTPRequest.Method { .get }
    public var query: RequestParameters { [:] }
    public var headerFields: HTTPFields { .empty }
    public var body: RequestBody { .none }
    public var validation: StatusValidation { .successCodes }
    public var coding: CodingOptions { CodingOptions() }
    public var envelope: ResponseEnvelope? { nil }
    public var failureBodyType: (any (Decodable & Sendable).Type)? { nil }
    public func failureBodyType(forStatus statusCode: Int) -> (any (Decodable & Sendable).Type)? { failureBodyType }
    public var sampleData: Data { Data() }
    public var requestOptions: RequestOptions { RequestOptions() }
    public func checkBeforeSending() throws {}
}

/// The statuses with which a call succeeds.
///
/// A response with another status fails the call with the reason ``TalynError/Reason/unacceptableStatus``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StatusValidation: Sendable, Hashable {
    /// Every status.
    case any
    /// 200 to 299.
    case successCodes
    /// 200 to 399.
    case successAndRedirectCodes
    /// The given statuses only.
    case codes(Set<Int>)

    /// Whether a call with this status succeeds.
    public func accepts(_ statusCode: Int) -> Bool {
        switch self {
        case .any: true
        case .successCodes: (200..<300).contains(statusCode)
        case .successAndRedirectCodes: (200..<400).contains(statusCode)
        case .codes(let codes): codes.contains(statusCode)
        }
    }
}
