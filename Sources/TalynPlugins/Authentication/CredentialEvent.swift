/// A change of the credential of an ``AuthenticationPlugin``; see ``AuthenticationPlugin/events``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CredentialEvent: Sendable {
    /// The app set a credential, as after a sign-in.
    case replaced
    /// The app set the credential to nil, as after a sign-out.
    case removed
    /// A refresh gave a new credential.
    case refreshed
    /// A refresh failed. The plugin keeps the credential, and tries again for a later call.
    ///
    /// ``AuthenticationError/isRefusal`` tells whether the user has to sign in again.
    case refreshFailed(AuthenticationError)
}
