/// A user name and a password, for the Basic and Digest schemes (RFC 7617, RFC 7616).
public struct PasswordCredential: Sendable, Hashable {
    /// The name of the user.
    public var user: String

    /// The password of the user.
    public var password: String

    /// Creates a credential.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension PasswordCredential: CustomStringConvertible {
    /// The name of the user, without the password.
    public var description: String { "user \(user)" }
}

extension PasswordCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["user": user, "password": Redaction.mask]) }
}
