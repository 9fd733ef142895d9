public import Foundation
import TalynCore

/// An endpoint of an API, described as a type.
///
/// Only `sampleData` and `validationType` have defaults. An app may declare defaults for the others, also in a module of its own.
public protocol TargetType {
    /// The base URL of the API.
    var baseURL: URL { get }

    /// The path that continues `baseURL`; if it is empty, requests go to `baseURL` as it is.
    var path: String { get }

    /// The HTTP method.
    var method: Moya.Method { get }

    /// The body of the response of a stub.
    var sampleData: Data { get }

    /// The body, the parameters and the kind of the transfer.
    var task: Task { get }

    /// The status codes that a response must have; any by default.
    var validationType: ValidationType { get }

    /// The header fields.
    var headers: [String: String]? { get }
}

extension TargetType {
    /// Accepts every status code.
    public var validationType: ValidationType { .none }

    /// Nothing.
    public var sampleData: Data { Data() }
}

extension URL {
    /// The URL of a target's requests, before its task adds parameters: the path joined to the base URL.
    ///
    /// An empty path leaves the base URL as it is. A query in the path follows the query of the base URL.
    public init<T: TargetType>(target: T) {
        let (base, path) = (target.baseURL, target.path)
        let segments = path.prefix { $0 != "?" }
        let joined = segments.isEmpty ? base : base.appendingPathComponent(String(segments))
        let query = path.dropFirst(segments.count)
        guard query.count > 1 else {
            self = joined
            return
        }
        self = URL(string: TargetURL.join(base: joined.absoluteString, path: String(query))) ?? joined
    }
}
