public import Foundation

/// Why a ``StubServer`` can't serve.
public enum StubServerError: Error, Sendable, Hashable {
    /// Somebody else listens on the port.
    case portInUse(host: String, port: Int)

    /// The system doesn't let the server listen there.
    case cannotListen(host: String, port: Int, reason: String)

    /// The library was built without the trait `Tools`.
    case notBuilt
}

extension StubServerError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .portInUse(let host, let port): "Port \(port) of \(host) is in use."
        case .cannotListen(let host, let port, _): "Nobody can listen on port \(port) of \(host)."
        case .notBuilt: "There is no server in this build."
        }
    }

    public var failureReason: String? {
        if case .cannotListen(_, _, let reason) = self { reason } else { nil }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .portInUse: "Choose another port, or 0 for any free one, or end the process that listens there."
        case .cannotListen: "Choose another port, or 0 for any free one, and an address of this machine."
        case .notBuilt: "Build with the trait Tools."
        }
    }
}

extension StubServerError: CustomStringConvertible {
    public var description: String {
        [errorDescription, failureReason.map { "(\($0))" }, recoverySuggestion].compactMap { $0 }.joined(separator: " ")
    }
}
