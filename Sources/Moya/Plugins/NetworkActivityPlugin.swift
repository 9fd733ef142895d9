/// A change of the activity of the network.
public enum NetworkActivityChangeType {
    /// A request is about to be sent.
    case began

    /// A response has come, or the call failed.
    case ended
}

/// Tells when requests begin and end.
public final class NetworkActivityPlugin: PluginType {
    /// A closure that is called at each change.
    public typealias NetworkActivityClosure = (_ change: NetworkActivityChangeType, _ target: any TargetType) -> Void

    private let networkActivityClosure: NetworkActivityClosure

    /// Creates a plugin.
    ///
    /// - Parameter networkActivityClosure: Is called at each change. For live calls, the first one comes off the main thread.
    @preconcurrency
    public init(
        networkActivityClosure:
            sending @escaping (
                _ change: NetworkActivityChangeType, _ target: any TargetType
            ) -> Void
    ) {
        self.networkActivityClosure = networkActivityClosure
    }

    public func willSend(_ request: any RequestType, target: any TargetType) {
        networkActivityClosure(.began, target)
    }

    public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
        networkActivityClosure(.ended, target)
    }
}
