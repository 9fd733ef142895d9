#if RxSwift
public import RxSwift
public import Talyn

extension ObservableType where Element == ProgressResponse {
    /// The response, once the call is complete.
    public func filterCompleted() -> Observable<Response> {
        compactMap(\.response)
    }

    /// The fraction that is done, from 0 to 1, until the call is complete.
    public func filterProgress() -> Observable<Double> {
        filter { !$0.completed }.map(\.progress)
    }
}
#endif
