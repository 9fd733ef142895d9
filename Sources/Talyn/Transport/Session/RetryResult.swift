/// What becomes of a failed request.
public enum RetryResult: Sendable {
    /// It is sent again at once.
    case retry

    /// It is sent again after so many seconds.
    case retryWithDelay(TimeInterval)

    /// It has failed.
    case doNotRetry

    /// It has failed, with another error.
    case doNotRetryWithError(any Error)
}
