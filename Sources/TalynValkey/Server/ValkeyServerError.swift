public import TalynCore
import _TalynFoundation

/// A failure of the server that processes share.
public struct ValkeyServerError: Error, DescribedError {
    /// The kind of a failure.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The server didn't answer within the time limit. It may have run the command.
        public static let timedOut = Reason(description: "timedOut")

        /// The server couldn't be reached, or isn't ready for commands.
        public static let unavailable = Reason(description: "unavailable")

        /// The server has no memory left for the command.
        public static let outOfMemory = Reason(description: "outOfMemory")

        /// The server refused the command, for example since an access control list forbids it.
        public static let refused = Reason(description: "refused")

        /// A value in the server can't be read.
        public static let unreadable = Reason(description: "unreadable")

        /// The caller's task was cancelled.
        public static let cancelled = Reason(description: "cancelled")

        /// The name, as in the code.
        public let description: String
    }

    /// The kind of the failure.
    public let reason: Reason

    /// The part that failed, such as `tokens`.
    public let part: String

    /// The server's word for the failure, such as `NOPERM`; or the problem with a value.
    public let detail: String?

    /// The error of the client of the server.
    public let underlyingError: (any Error)?

    init(_ reason: Reason, in part: String, detail: String? = nil, underlyingError: (any Error)? = nil) {
        self.reason = reason
        self.part = part
        self.detail = detail
        self.underlyingError = underlyingError
    }

    public var problem: String {
        let words = detail.map { ": \($0)" } ?? ""
        return switch reason {
        case .timedOut: "The shared server didn't answer in time (\(part))."
        case .unavailable: "The shared server can't be reached (\(part))\(words)."
        case .outOfMemory: "The shared server has no memory left (\(part))."
        case .unreadable: "A value in the shared server can't be read (\(part))\(words)."
        case .cancelled: "The caller was cancelled (\(part))."
        default: "The shared server refused a command (\(part))\(words)."
        }
    }

    public var recovery: String? {
        switch reason {
        case .timedOut: "Check the load of the server, or raise the time limit."
        case .unavailable: "Check the address of the server, and whether it runs."
        case .outOfMemory: "Raise `maxmemory`, or choose a policy that evicts keys."
        case .unreadable: "Check that all processes have the same keys and versions."
        case .cancelled: nil
        default: "Compare the user's permissions with the page \"More than one server\"."
        }
    }
}
