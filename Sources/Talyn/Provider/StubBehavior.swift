public import Foundation

/// Whether a call is stubbed: answered with the endpoint's sample instead of by a server.
public enum StubBehavior: Sendable, Hashable {
    /// It goes to the server.
    case never

    /// The sample is the answer, at once.
    ///
    /// Unless a plugin waits or a callback queue is given, the completion handler has run before `request` returns.
    case immediate

    /// The sample is the answer, after so many seconds on the provider's clock.
    case delayed(seconds: TimeInterval)
}
