public import Foundation

/// Why a response was not accepted.
public enum ValidationError: Error, Sendable, Hashable {
    /// The status is none of those that the target's ``TargetType/validationType`` names.
    case unacceptableStatusCode(Int)
}

extension ValidationError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unacceptableStatusCode(let code):
            "The server answered with status \(code), which the target's validation doesn't accept."
        }
    }
}
