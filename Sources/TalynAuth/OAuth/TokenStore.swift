#if Crypto || canImport(CryptoKit)
/// A place that keeps the tokens of a session, such as the keychain or a file.
public protocol TokenStore: Sendable {}
#endif
