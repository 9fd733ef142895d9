public import _TalynFoundation
import _TalynSupport

/// An error with texts in plain English.
///
/// ```swift
/// struct QuotaError: DescribedError {
///     var problem: String { "The quota of the month is used up." }
///     var recovery: String? { "Wait until the first of the next month." }
///     var errorReason: TalynError.Reason { .rejected }
/// }
/// ```
///
/// Foundation's texts and the description consist of the problem, the cause and the recovery. Mirrors show the texts alone. So the texts
/// must have no secret.
public protocol DescribedError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The failure, as a sentence.
    var problem: String { get }

    /// The failure of something else that led to this one, as sentences. Nil by default.
    var cause: String? { get }

    /// A way to solve the problem, as sentences.
    var recovery: String? { get }

    /// The reason of the ``TalynError`` of a call that fails with the error. ``TalynError/Reason/other`` by default.
    var errorReason: TalynError.Reason { get }
}

extension DescribedError {
    public var cause: String? { nil }

    public var errorReason: TalynError.Reason { .other }

    public var errorDescription: String? { problem }

    public var failureReason: String? { cause }

    public var recoverySuggestion: String? { recovery }

    /// The failure, its cause and a way to solve it.
    public var description: String { ErrorText.describe(self) }

    public var customMirror: Mirror { Mirror(of: self, ["problem": problem, "cause": cause]) }
}
