/// A plugin that may hold the credential of one user after that of another.
protocol CredentialHolder: Plugin {
    /// How often it has been without one again.
    var removals: Int { get }
}

extension AuthenticationPlugin: CredentialHolder {
    var removals: Int { state.withLock { $0.version.removals } }
}
