public import Foundation

/// Why a call failed according to the server's own code, inside a ``ResponseEnvelope``.
///
/// ```swift
/// do {
///     return try await shop.request(.cart, as: Cart.self)
/// } catch {
///     guard error.envelopeError?.code == 40101 else { throw error }
///     return Cart()
/// }
/// ```
///
/// ``TalynError/envelopeError`` finds it; ``TalynError/response`` is what the server answered.
public struct EnvelopeError: Error, Sendable, Hashable {
    /// The code.
    public let code: ResponseEnvelope.Code

    /// What the server says to it, if it says something.
    public let message: String?

    /// Creates an error, for tests and for stubs of your own.
    public init(code: ResponseEnvelope.Code, message: String? = nil) {
        self.code = code
        self.message = message
    }
}

extension EnvelopeError: LocalizedError {
    public var errorDescription: String? {
        guard let message, !message.isEmpty else { return "The server answered with code \(code)." }
        return "The server answered with code \(code): \(message)"
    }

    public var recoverySuggestion: String? {
        "If the code means success, add it to the successCodes of the envelope."
    }
}
