#if !Alamofire
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Changes the requests of a ``Session``, and decides which failed ones are sent again.
///
/// Both methods have a default that changes nothing.
@preconcurrency
public protocol RequestInterceptor: Session.RequestAdapter, Session.RequestRetrier {}

extension Session {
    /// Changes the requests of a ``Session`` before each attempt.
    @preconcurrency
    public protocol RequestAdapter: Sendable {
        /// Changes a request.
        ///
        /// - Parameters:
        ///   - urlRequest: The request of the attempt. The provider's plugins prepare it after this call.
        ///   - session: The session that sends it.
        ///   - completion: Call it once, now or later, with the request to send, or with the error that fails the call.
        func adapt(
            _ urlRequest: URLRequest,
            for session: Session,
            completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
        )
    }

    /// Decides which failed requests of a ``Session`` are sent again.
    @preconcurrency
    public protocol RequestRetrier: Sendable {
        /// A request that failed.
        typealias Request = Session.FailedRequest

        /// The decision about a failed request.
        typealias RetryResult = Session.RetryResult

        /// Decides about a request that failed, or whose response the target's validation refused.
        ///
        /// A cancelled request, or one whose body can't be sent again, fails without a call to this method.
        ///
        /// - Parameters:
        ///   - request: The request that failed.
        ///   - session: The session that sent it.
        ///   - error: An ``AFError``, or another error if neither the network nor the validation reported it.
        ///   - completion: Call it once, now or later.
        func retry(
            _ request: Request,
            for session: Session,
            dueTo error: any Error,
            completion: @escaping @Sendable (RetryResult) -> Void
        )
    }

    /// The decision about a failed request.
    public enum RetryResult: Sendable {
        /// Send it again at once.
        case retry

        /// Send it again after a delay in seconds.
        case retryWithDelay(TimeInterval)

        /// Let it fail.
        case doNotRetry

        /// Let it fail with another error.
        case doNotRetryWithError(any Error)
    }
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
        _ request: Request,
        for session: Session,
        dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        completion(.doNotRetry)
    }
}

extension Session {
    /// A request that failed, as a ``RequestRetrier`` sees it.
    public struct FailedRequest: Sendable {
        /// The last attempt.
        public struct SessionTask: Sendable {
            /// The response, if one arrived.
            public let response: URLResponse?
        }

        /// The request as it was sent.
        public let request: URLRequest?

        /// The response, if one arrived.
        public let response: HTTPURLResponse?

        /// How often the request has been sent again.
        public let retryCount: Int

        /// The last attempt, with the response if one arrived.
        public var task: SessionTask? { SessionTask(response: response) }
    }
}
#endif
