/// A request, as a transport gets it.
public struct TransportRequest: Sendable {
    /// Method, URL, header fields and timeout, and a body that is in memory.
    public var urlRequest: URLRequest

    /// The body, if it is not in memory.
    private var stream: HTTPBody?

    /// Creates a request.
    ///
    /// - Parameter body: The body; by default the one that `urlRequest` has.
    public init(_ urlRequest: URLRequest, body: HTTPBody? = nil) {
        self.urlRequest = urlRequest
        if let body { self.body = body }
    }

    /// The body, if the request has one.
    public var body: HTTPBody? {
        get { stream ?? urlRequest.httpBody.map { HTTPBody($0) } }
        set {
            urlRequest.httpBody = newValue?.data
            stream = newValue?.data == nil ? newValue : nil
        }
    }
}
