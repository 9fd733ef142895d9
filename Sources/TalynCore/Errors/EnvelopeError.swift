import _TalynFoundation

/// The failure of a call by the server's own code or error, in a ``ResponseEnvelope``.
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
    /// The code, as text. Nil if the error of the server has no code.
    public let code: String?

    /// The message of the server, if there is one.
    public let message: String?

    /// Whether the envelope says so without the code.
    private let isKnownFailure: Bool

    init(code: String?, message: String? = nil, isKnownFailure: Bool = false) {
        self.code = code
        self.message = message
        self.isKnownFailure = isKnownFailure
    }
}

extension EnvelopeError: DescribedError {
    public var errorReason: TalynError.Reason { .envelope }

    public var problem: String { problem(by: .default) }

    /// - Parameter redaction: Masks the secrets of the server's texts.
    func problem(by redaction: Redaction) -> String {
        let code = code.flatMap { ErrorText.shown(ofServer: $0, redaction) }.map { "code \($0)" } ?? "an error"
        guard let message, let shown = ErrorText.sentence(ofServer: message, redaction) else {
            return "The server answered with \(code)."
        }
        return "The server answered with \(code): \(shown)"
    }

    public var recovery: String? {
        isKnownFailure ? nil : "If the code means success, add it to the successCodes of the envelope."
    }
}
