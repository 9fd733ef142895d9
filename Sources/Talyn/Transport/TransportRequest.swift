/// A request, as a transport gets it.
public struct TransportRequest: Sendable {
    /// Method, URL, header fields and timeout, and a body that is in memory.
    public var urlRequest: URLRequest

    /// Who the caller is, should the server ask (RFC 9110, section 11): used for the origin of `urlRequest` only.
    public var credential: URLCredential?

    /// The statuses that the target accepts, for a transport that repeats what failed by rules of its own.
    public var validationType = ValidationType.none

    /// How the request is to be sent: a transport heeds ``RequestOptions/cookies``, ``RequestOptions/redirects``,
    /// ``RequestOptions/priority`` and ``RequestOptions/secretHeaderFields``; the rest has been seen to.
    public var options = RequestOptions()

    /// Is told how many bytes of the body have been sent.
    public var onSend: (@Sendable (Int64) -> Void)?

    /// The body, if it is not in memory.
    private var stream: HTTPBody?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - urlRequest: Method, URL, header fields and timeout.
    ///   - body: The body; by default the one that `urlRequest` has, be it data or a stream.
    public init(_ urlRequest: URLRequest, body: HTTPBody? = nil) {
        self.urlRequest = urlRequest
        if let body {
            self.body = body
        } else if let stream = urlRequest.httpBodyStream {
            let length = urlRequest.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            self.body = HTTPBody(SingleUseStream(stream: stream), length: length)
        }
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
