public import TalynCore

/// Reports when attempts begin and end, for example to show an activity indicator.
///
/// Each attempt that begins also ends, so a counter of running attempts returns to zero. Calls that are never sent are
/// not reported. The closure can run on any thread.
public struct NetworkActivityPlugin: CallObserver {
    /// The beginning or the end of an attempt.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Change: Sendable, Hashable {
        /// An attempt is about to be sent.
        case began

        /// An attempt has ended, with a response, with an error or by cancellation.
        case ended
    }

    private let onChange: @Sendable (_ change: Change, _ target: any TargetType) -> Void

    /// Creates a plugin.
    ///
    /// - Parameter onChange: Receives every change.
    public init(onChange: @escaping @Sendable (_ change: Change, _ target: any TargetType) -> Void) {
        self.onChange = onChange
    }

    public func willSend(_ request: OutgoingRequest, context: CallContext) {
        onChange(.began, context.target)
    }

    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        onChange(.ended, context.target)
    }
}
