/// The credential as a call found it.
struct CredentialVersion<Credential> {
    let credential: Credential?

    /// How many credentials there have been before.
    let generation: Int

    /// How many refreshes had failed by then.
    let failures: Int

    /// How often the credential had been set to none by then.
    let removals: Int
}

extension CredentialVersion: Sendable where Credential: Sendable {}
