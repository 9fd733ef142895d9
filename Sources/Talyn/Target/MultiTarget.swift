public import Foundation
public import HTTPTypes

/// Any target: lets one ``Provider`` call several APIs.
///
/// ```swift
/// let provider = Provider<MultiTarget>()
/// let zen = try await provider.request(MultiTarget(GitHub.zen))
/// ```
///
/// Plugins are handed the wrapped target. A ``MultiProvider`` wraps targets itself.
public enum MultiTarget: TargetType {
    /// The wrapped target.
    case target(any TargetType)

    /// Wraps a target.
    public init(_ target: any TargetType) {
        self = .target(target)
    }

    /// The wrapped target.
    public var target: any TargetType {
        switch self {
        case .target(let target): target
        }
    }

    public var baseURL: URL { target.baseURL }
    public var path: String { target.path }
    public var method: HTTPRequest.Method { target.method }
    public var task: HTTPTask { target.task }
    public var headers: [String: String]? { target.headers }
    public var sampleData: Data { target.sampleData }
    public var validationType: ValidationType { target.validationType }
    public var decoder: JSONDecoder { target.decoder }
    public var envelope: ResponseEnvelope? { target.envelope }
    public var failureType: (any DecodableFailure.Type)? { target.failureType }
    public var requestOptions: RequestOptions { target.requestOptions }
    public func checkBeforeSending() throws { try target.checkBeforeSending() }

    /// The target inside all wrappings: a wrapped ``MultiTarget`` is unwrapped too.
    var innermost: any TargetType {
        (target as? MultiTarget)?.innermost ?? target
    }
}
