#if AsyncHTTPClient
public import _TalynFoundation
import _TalynSupport

extension OAuthSession {
    /// Signs in the user of a command line: shows a page of the server, and receives the callback at the loopback interface.
    ///
    /// ```swift
    /// try await session.signIn { page in print("Open \(page)") }
    /// ```
    ///
    /// It needs the trait `AsyncHTTPClient`. ``LoopbackReceiver`` does the same in parts.
    ///
    /// - Parameters:
    ///   - scopes: The scopes to ask for; nil for those of the session.
    ///   - port: The port of the callback, if the server allows only one; 0 for any free port.
    ///   - limit: The longest wait for the user, who can close the page; five minutes by default.
    ///   - show: Opens the page in the browser, or asks the user to do it.
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/expired`` after the limit, the errors of ``signIn(_:callback:)``, and those
    ///   of `show`. An error if the port isn't free, and `CancellationError` when the task is cancelled.
    public func signIn(
        scopes: Set<String>? = nil,
        port: UInt16 = 0,
        within limit: Duration = standardSignInLimit,
        show: (_ page: URL) async throws -> Void
    ) async throws {
        let receiver = try await LoopbackReceiver(port: port)
        let request = try authorizationRequest(redirectURI: receiver.redirectURI, scopes: scopes)
        try await show(request.url)
        let callback = await TimeLimit(duration: limit, time: time).outcome {
            await Result { try await receiver.callback(for: request) }
        }
        guard let callback else { throw OAuthError(.expired, "The browser didn't call back within \(limit.inWords).") }
        try await signIn(request, callback: try callback.get())
    }
}
#endif

/// The longest wait for the user of a browser, by default.
@usableFromInline let standardSignInLimit = Duration.seconds(300)
