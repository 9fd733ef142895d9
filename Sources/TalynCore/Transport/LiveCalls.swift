import _TalynFoundation
import _TalynSupport

/// The switch by which tests forbid calls to servers in their process.
///
/// It is the only state of Talyn that all providers share. A task that inherits nothing, such as a detached one, reaches a
/// server in spite of the stubs of its test. Nothing else could stop it.
public enum LiveCalls {
    /// Whether the task and its child tasks may call servers in spite of the switch.
    @TaskLocal public static var areAllowed = false

    /// Gets the place of each forbidden call; nil while live calls are allowed.
    private static let report = Locked<(@Sendable (TalynError, CallSite?) -> Void)?>(nil)

    /// Forbids live calls until the process ends.
    ///
    /// - Parameter report: Gets each forbidden call.
    public static func forbid(_ report: @escaping @Sendable (TalynError, CallSite?) -> Void) {
        self.report.withLock { $0 = report }
    }

    /// Throws for a call that would reach a server, if a test forbade it.
    static func check(_ context: CallContext) throws(TalynError) {
        guard let report = report.withLock({ $0 }), !areAllowed else { return }
        let error = TalynError(LiveCallError()).with(context)
        report(error, context.callSite)
        throw error
    }
}

/// A call to a server that a test forbade.
struct LiveCallError: Error, Sendable, Hashable, DescribedError {
    public var errorReason: TalynError.Reason { .rejected }

    public var problem: String { "The call would reach a server, and this process forbids live calls." }

    public var recovery: String? {
        "Answer it with stubs or a recording. A detached task has those of its test only if its provider was created with "
            + "them. For a call that should reach a server, use the trait .liveCalls or withLiveCalls."
    }
}
