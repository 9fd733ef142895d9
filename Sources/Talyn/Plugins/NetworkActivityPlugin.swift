/// Tells when attempts begin and end, for example to show that something is loading.
///
/// Each attempt that begins ends, so that a counter that goes up and down comes back to zero. A call that is never sent
/// is not told of. The closure runs on whatever thread the call happens to be; for `ended` that is the callback queue.
public struct NetworkActivityPlugin: Plugin {
    /// Is told of a change.
    public typealias NetworkActivityClosure =
        @Sendable (_ change: NetworkActivityChangeType, _ target: any TargetType) -> Void

    private let networkActivityClosure: NetworkActivityClosure

    /// Creates a plugin that tells the closure of every change.
    @preconcurrency
    public init(networkActivityClosure: @escaping NetworkActivityClosure) {
        self.networkActivityClosure = networkActivityClosure
    }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        networkActivityClosure(.began, target)
    }

    public func didReceive(_ result: Result<Response, TalynError>, target: any TargetType) {
        networkActivityClosure(.ended, target)
    }
}
