#if canImport(CryptoKit) || Crypto
public import _TalynFoundation
import TalynCore

/// The credentials of an AWS user or role. No text shows the secrets.
public struct AWSCredentials: Sendable, Hashable {
    /// The identifier of the access key, such as `AKIA…`.
    public var accessKeyID: String

    /// The secret of the access key.
    public var secretAccessKey: String

    /// The session token of temporary credentials.
    public var sessionToken: String?

    /// The time at which temporary credentials end.
    public var expiration: Date?

    /// Creates credentials.
    public init(
        accessKeyID: String,
        secretAccessKey: String,
        sessionToken: String? = nil,
        expiration: Date? = nil
    ) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }
}

extension AWSCredentials: CustomStringConvertible, CustomReflectable {
    /// The identifier of the access key, without the secrets.
    public var description: String { "AWSCredentials(\(accessKeyID))" }

    public var customMirror: Mirror {
        Mirror(self, children: ["accessKeyID": accessKeyID, "secretAccessKey": Redaction.mask])
    }
}
#endif
