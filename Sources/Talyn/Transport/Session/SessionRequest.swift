/// A request that failed, as a ``RequestRetrier`` sees it.
public struct SessionRequest: Sendable {
    /// What has been sent of it last.
    public struct SessionTask: Sendable {
        /// The response, if one arrived.
        public let response: URLResponse?
    }

    /// The request as it was sent, or was to be if it couldn't be adapted.
    public let request: URLRequest?

    /// The response, if one arrived.
    public let response: HTTPURLResponse?

    /// How often it has been sent again.
    public let retryCount: Int

    /// The same response, under the name that it has in a session of Foundation's.
    public var task: SessionTask? { SessionTask(response: response) }
}
