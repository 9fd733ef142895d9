#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An error with texts in plain English.
///
/// Foundation's texts and the description consist of the problem, the cause and the recovery.
/// Mirrors show the texts alone, since the values of an error can be secret.
package protocol DescribedError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The failure, as a sentence.
    var problem: String { get }

    /// The failure of something else that led to this one, as sentences.
    var cause: String? { get }

    /// A way to solve the problem, as sentences.
    var recovery: String? { get }
}

extension DescribedError {
    package var cause: String? { nil }

    public var errorDescription: String? { problem }

    public var failureReason: String? { cause }

    public var recoverySuggestion: String? { recovery }

    /// The failure, its cause and a way to solve it. Secrets are masked.
    public var description: String { ErrorText.describe(self) }

    public var customMirror: Mirror { Mirror(of: self, ["problem": problem, "cause": cause]) }
}
