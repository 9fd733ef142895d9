#if Tools
public import _TalynFoundation

/// The failure of starting a ``StubServer``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StubServerError: Error, Sendable, Hashable {
    /// The port is in use.
    case portInUse(host: String, port: Int)

    /// The system doesn't allow the server to listen there.
    case cannotListen(host: String, port: Int, reason: String)
}

extension StubServerError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .portInUse(let host, let port): "Port \(port) of \(host) is in use."
        case .cannotListen(let host, let port, _): "The server can't listen on port \(port) of \(host)."
        }
    }

    public var failureReason: String? {
        if case .cannotListen(_, _, let reason) = self { reason } else { nil }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .portInUse: "Choose another port, or 0 for any free one, or end the process that listens there."
        case .cannotListen: "Choose another port, or 0 for any free one, and an address of this machine."
        }
    }
}

extension StubServerError: CustomStringConvertible {
    public var description: String {
        [errorDescription, failureReason.map { "(\($0))" }, recoverySuggestion].compactMap { $0 }.joined(separator: " ")
    }
}
#endif
