public import Foundation

/// What is wrong with the options that a transport was to be made with.
public enum TransportOptionsError: Error, Sendable, Hashable {
    /// The transport can't do what the option asks for.
    case unsupported(option: String, transport: String)

    /// The option's value makes no sense.
    case invalid(option: String, problem: String)
}

extension TransportOptionsError {
    /// Why a URL session can't be used; nil if it can.
    ///
    /// - Parameter identifier: That of its configuration, which only background sessions have.
    init?(forSessionIdentifier identifier: String?) {
        guard identifier != nil else { return nil }
        self = .invalid(
            option: "configuration",
            problem: "is for a background session, which gives no response as it arrives; use .default or .ephemeral"
        )
    }
}

extension TransportOptionsError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unsupported(let option, let transport): "\(transport) can't do what the option '\(option)' asks for."
        case .invalid(let option, let problem): "The option '\(option)' \(problem)."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .unsupported: "Leave the option out, or use another transport or the trait that it needs."
        case .invalid: "Correct the value, or leave the option out."
        }
    }
}

extension TransportOptionsError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
