/// Changes the requests of a ``Session`` and says which are to be sent again.
///
/// Both methods have a default that does nothing.
@preconcurrency
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

/// Changes the requests of a ``Session`` before each of their attempts.
@preconcurrency
public protocol RequestAdapter: Sendable {
    /// Changes a request.
    ///
    /// - Parameters:
    ///   - urlRequest: What would be sent.
    ///   - session: What sends it.
    ///   - completion: Is to be called once, now or later, with the request to send in its place, or with the error that
    ///     fails the call.
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    )
}

/// Says which failed requests of a ``Session`` are to be sent again.
@preconcurrency
public protocol RequestRetrier: Sendable {
    /// Says what becomes of a request that failed, or whose response the target doesn't accept.
    ///
    /// It isn't asked about a request that was cancelled, nor about one whose body can't be sent again.
    ///
    /// - Parameters:
    ///   - request: What failed.
    ///   - session: What sent it.
    ///   - error: A ``TransportError``, or a ``ValidationError`` for a status that the target's validation refuses.
    ///   - completion: Is to be called once, now or later.
    func retry(
        _ request: SessionRequest,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    )
}

extension RequestInterceptor {
    public func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(.success(urlRequest))
    }

    public func retry(
        _ request: SessionRequest,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.doNotRetry)
    }
}
