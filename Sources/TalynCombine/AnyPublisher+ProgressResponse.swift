#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

extension AnyPublisher where Output == ProgressResponse, Failure == TalynError {
    /// The response, once the call is complete.
    public func filterCompleted() -> AnyPublisher<Response, TalynError> {
        compactMap(\.response).eraseToAnyPublisher()
    }

    /// The fraction that is done, from 0 to 1, until the call is complete.
    public func filterProgress() -> AnyPublisher<Double, TalynError> {
        filter { !$0.completed }.map(\.progress).eraseToAnyPublisher()
    }
}
#endif
