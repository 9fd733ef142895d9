#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The failure of a call by the server's own code, in a ``ResponseEnvelope``.
///
/// ```swift
/// do {
///     return try await shop.request(.cart, as: Cart.self)
/// } catch {
///     guard error.envelopeError?.code == "40101" else { throw error }
///     return Cart()
/// }
/// ```
///
/// ``TalynError/envelopeError`` gives it. ``TalynError/response`` is the response with the envelope.
public struct EnvelopeError: Error, Sendable, Hashable {
    /// The code, as text.
    public let code: String

    /// The message of the server, if there is one.
    public let message: String?

    package init(code: String, message: String? = nil) {
        self.code = code
        self.message = message
    }
}

extension EnvelopeError: DescribedError {
    package var problem: String {
        guard let message, !message.isEmpty else { return "The server answered with code \(code)." }
        return "The server answered with code \(code): \(message)"
    }

    package var recovery: String? {
        "If the code means success, add it to the successCodes of the envelope."
    }
}
