#if ReactiveSwift
public import ReactiveSwift
public import Talyn

extension SignalProducerProtocol where Value == ProgressResponse, Error == TalynError {
    /// The response, once the call is complete.
    public func filterCompleted() -> SignalProducer<Response, TalynError> {
        producer.compactMap(\.response)
    }

    /// The fraction that is done, from 0 to 1, until the call is complete.
    public func filterProgress() -> SignalProducer<Double, TalynError> {
        producer.filter { !$0.completed }.map(\.progress)
    }
}
#endif
