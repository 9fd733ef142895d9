#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
import _TalynSupport

/// The parameters of a signature of a message (RFC 9421, section 2.3).
public struct HTTPMessageSignature: Sendable, Hashable {
    /// The label of the signature in the fields `Signature` and `Signature-Input`.
    public let label: String

    /// The parts of the message that the signature covers, in order.
    public let components: [HTTPMessageComponent]

    /// The time of the signature.
    public private(set) var created: Date?

    /// The time after which the signature isn't valid.
    public private(set) var expires: Date?

    /// The identifier of the key.
    public private(set) var keyID: String?

    /// A text that makes the signature unique. A server can remember it, and refuse a second message with it.
    public private(set) var nonce: String?

    /// The name of the application that the signature is for.
    public private(set) var tag: String?

    /// The name of the algorithm.
    private(set) var algorithm: String?

    /// The components and all parameters, as they are written.
    let list: StructuredField.InnerList
}

extension HTTPMessageSignature {
    /// Reads a member of a `Signature-Input` field.
    ///
    /// - Throws: ``SignatureError`` with the reason ``SignatureError/Reason/malformedSignature``.
    init(label: String, _ list: StructuredField.InnerList) throws(SignatureError) {
        self.label = label
        self.list = list
        var components: [HTTPMessageComponent] = []
        for item in list.items {
            guard let component = HTTPMessageComponent(item) else {
                throw .malformed("a component of Signature-Input isn't a string")
            }
            components.append(component)
        }
        self.components = components
        for (name, value) in list.parameters.pairs {
            switch (name, value) {
            case ("created", .integer(let seconds)): created = Date(timeIntervalSince1970: TimeInterval(seconds))
            case ("expires", .integer(let seconds)): expires = Date(timeIntervalSince1970: TimeInterval(seconds))
            case ("keyid", .string(let text)): keyID = text
            case ("alg", .string(let text)): algorithm = text
            case ("nonce", .string(let text)): nonce = text
            case ("tag", .string(let text)): tag = text
            case ("created", _), ("expires", _), ("keyid", _), ("alg", _), ("nonce", _), ("tag", _):
                throw .malformed("the parameter '\(name)' of Signature-Input has another type")
            default: break
            }
        }
    }
}

extension SignatureError {
    static func malformed(_ problem: String) -> SignatureError {
        SignatureError(
            .malformedSignature,
            "The signature can't be read: \(problem).",
            "Check that the sender signs by RFC 9421, and that no proxy changes the fields."
        )
    }

    static func invalidMessage(_ problem: String, _ recovery: String) -> SignatureError {
        SignatureError(.invalidMessage, problem, recovery)
    }
}
#endif
