/// A target, resolved: where the request goes, what it carries, and what a stub answers in its place.
///
/// A ``Provider`` makes one from each target with its endpoint closure; an around-style plugin may pass on a changed
/// copy. Two endpoints are equal when they make the same request, body included.
@preconcurrency
public struct Endpoint: Sendable {
    /// Gives what a stub answers, each time it does.
    public typealias SampleResponseClosure = @Sendable () -> EndpointSampleResponse

    /// The parts, in one object: an endpoint is handed on many times, and a copy costs no more than a reference.
    private final class Parts: Sendable {
        let url: String
        let sampleResponseClosure: SampleResponseClosure
        let method: HTTPRequest.Method
        let task: HTTPTask
        let httpHeaderFields: [String: String]?

        init(
            _ url: String,
            _ sampleResponseClosure: @escaping SampleResponseClosure,
            _ method: HTTPRequest.Method,
            _ task: HTTPTask,
            _ httpHeaderFields: [String: String]?
        ) {
            self.url = url
            self.sampleResponseClosure = sampleResponseClosure
            self.method = method
            self.task = task
            self.httpHeaderFields = httpHeaderFields
        }
    }

    private let parts: Parts

    /// The whole URL, as text: it may be invalid, which ``urlRequest()`` reports.
    public var url: String { parts.url }

    /// What a stub answers.
    public var sampleResponseClosure: SampleResponseClosure { parts.sampleResponseClosure }

    /// The request method.
    public var method: HTTPRequest.Method { parts.method }

    /// What the request carries.
    public var task: HTTPTask { parts.task }

    /// The header fields of the request.
    public var httpHeaderFields: [String: String]? { parts.httpHeaderFields }

    /// Creates an endpoint; nothing is checked before ``urlRequest()``.
    public init(
        url: String,
        sampleResponseClosure: @escaping SampleResponseClosure,
        method: HTTPRequest.Method,
        task: HTTPTask,
        httpHeaderFields: [String: String]?
    ) {
        parts = Parts(url, sampleResponseClosure, method, task, httpHeaderFields)
    }

    /// A copy with more header fields; one that is there already gets the new value.
    ///
    /// Names are compared without regard to case (RFC 9110, section 5.1).
    public func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
        var fields = httpHeaderFields ?? [:]
        for (name, value) in newHTTPHeaderFields {
            if fields[name] == nil,
                let sameName = fields.keys.first(where: { $0.caseInsensitiveCompare(name) == .orderedSame })
            {
                fields[sameName] = nil
            }
            fields[name] = value
        }
        return Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: fields
        )
    }

    /// A copy that stubs answer otherwise.
    func replacing(sampleResponseClosure: @escaping SampleResponseClosure) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: httpHeaderFields
        )
    }

    /// A copy that carries something else.
    public func replacing(task: HTTPTask) -> Endpoint {
        Endpoint(
            url: url,
            sampleResponseClosure: sampleResponseClosure,
            method: method,
            task: task,
            httpHeaderFields: httpHeaderFields
        )
    }
}

extension Endpoint {
    /// The endpoint that a target describes: its path joined to its base URL, and its sample data with status 200.
    ///
    /// - Parameters:
    ///   - target: What to resolve.
    ///   - baseURL: Takes the place of the target's base URL, for example to call another environment.
    ///   - sampleStatusCode: The status of the sample.
    public init(_ target: some TargetType, baseURL: URL? = nil, sampleStatusCode: Int = 200) {
        self.init(
            url: URLJoining.join(base: (baseURL ?? target.baseURL).absoluteString, path: target.path),
            sampleResponseClosure: { .networkResponse(sampleStatusCode, target.sampleData) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
    }
}
