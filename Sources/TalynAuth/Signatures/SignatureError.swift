#if canImport(CryptoKit) || Crypto
import _TalynFoundation
public import TalynCore

/// A signature can't be made, or isn't valid.
public struct SignatureError: Error, Sendable, Hashable {
    /// A reason for the error.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The key can't be read, or it isn't one for the algorithm.
        public static let invalidKey = Reason(description: "invalidKey")

        /// No credentials are found, or they can't be read.
        public static let noCredentials = Reason(description: "noCredentials")

        /// The body can be read only once, and the signature covers it.
        public static let bodyNotReplayable = Reason(description: "bodyNotReplayable")

        /// The message can't be signed as it is, for example without a component that the signature covers.
        public static let invalidMessage = Reason(description: "invalidMessage")

        /// The message to verify has no signature, or none by a known key.
        public static let missingSignature = Reason(description: "missingSignature")

        /// The signature to verify can't be read.
        public static let malformedSignature = Reason(description: "malformedSignature")

        /// The signature to verify doesn't cover a required component.
        public static let missingComponent = Reason(description: "missingComponent")

        /// The signature to verify is too old, or of the future.
        public static let outOfTime = Reason(description: "outOfTime")

        /// The signature or the digest to verify belongs to another message, or to another key.
        public static let mismatch = Reason(description: "mismatch")

        /// The name, as in the code.
        public let description: String
    }

    /// The reason for the error.
    public let reason: Reason

    public let problem: String
    public let recovery: String?

    init(_ reason: Reason, _ problem: String, _ recovery: String) {
        self.reason = reason
        self.problem = problem
        self.recovery = recovery
    }
}

extension SignatureError: DescribedError {}

extension SignatureError {
    static func invalidKey(_ problem: String) -> SignatureError {
        SignatureError(
            .invalidKey,
            "The key can't be read: \(problem).",
            "Use a PEM text of an RSA key of at least 2048 bits, or of a key of P-256, P-384 or Ed25519, without a password."
        )
    }

    static let emptySecret = SignatureError(
        .invalidKey,
        "The shared secret is empty.",
        "Use at least 32 random bytes, and check that the secret was loaded."
    )

    static func keyMismatch(of algorithm: SignatureAlgorithm, _ type: SignatureAlgorithm.KeyType) -> SignatureError {
        SignatureError(
            .invalidKey,
            "The key is \(type.rawValue), but the algorithm \(algorithm) needs \(algorithm.keyType.rawValue).",
            "Use another key, or an algorithm for this one."
        )
    }

    static let bodyNotReplayable = SignatureError(
        .bodyNotReplayable,
        "The body can't be signed, since it can be read only once.",
        "Send data or a file, mark the stream as replayable, or choose a signature that doesn't cover the body."
    )
}
#endif
