public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A target, resolved: the URL, the method, the task and the header fields of its requests.
///
/// Endpoints are equal if their requests are, including their bodies and files.
open class Endpoint {
    /// Makes the answer of a stub.
    public typealias SampleResponseClosure = () -> EndpointSampleResponse

    /// The URL, before the task adds parameters.
    public let url: String

    /// Makes the answer of a stub.
    public let sampleResponseClosure: SampleResponseClosure

    /// The HTTP method.
    public let method: Moya.Method

    /// The body, the parameters and the kind of the transfer.
    public let task: Task

    /// The header fields.
    public let httpHeaderFields: [String: String]?

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - url: The URL, before the task adds parameters.
    ///   - sampleResponseClosure: Makes the answer of a stub.
    ///   - method: The HTTP method.
    ///   - task: The body, the parameters and the kind of the transfer.
    ///   - httpHeaderFields: The header fields.
    public init(
        url: String,
        sampleResponseClosure: @escaping SampleResponseClosure,
        method: Moya.Method,
        task: Task,
        httpHeaderFields: [String: String]?
    ) {
        self.url = url
        self.sampleResponseClosure = sampleResponseClosure
        self.method = method
        self.task = task
        self.httpHeaderFields = httpHeaderFields
    }

    /// The same endpoint with more header fields. A field of the same name, with the same case, is replaced.
    open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        let fields =
            newHTTPHeaderFields.isEmpty
            ? httpHeaderFields : (httpHeaderFields ?? [:]).merging(newHTTPHeaderFields) { _, new in new }
        return Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: fields
        )
    }

    /// The same endpoint with another task.
    open func replacing(task: Task) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: httpHeaderFields
        )
    }
}

/// The answer of a stub.
public enum EndpointSampleResponse {
    /// A response with a status code and a body.
    case networkResponse(Int, Data)

    /// A response with header fields, too.
    case response(HTTPURLResponse, Data)

    /// A failure of the network.
    case networkError(NSError)
}
