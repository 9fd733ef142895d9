import _TalynSupport

#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices
import Foundation

extension OAuthSession {
    /// Signs a user in: shows the page of the server in the browser of the system, over the app (RFC 8252, appendix B).
    ///
    /// ```swift
    /// let request = try session.authorizationRequest(redirectURI: URL(string: "com.example.shop:/callback")!)
    /// try await session.signIn(request, presentationAnchor: window)
    /// ```
    ///
    /// - Parameters:
    ///   - request: The sign-in. Its redirect URI has a scheme of the app. Since iOS 17.4, macOS 14.4 and visionOS 1.1, it can also be
    ///     an `https` URL of a domain that is associated with the app.
    ///   - presentationAnchor: The window over which the browser appears.
    ///   - prefersEphemeralSession: Whether the browser shares no cookies with other sign-ins, so that the user has to type a password.
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/denied`` if the user closes the browser,
    ///   ``OAuthError/Reason/unsupported`` for another redirect URI, and the errors of ``signIn(_:callback:)``. If the task is cancelled,
    ///   the browser closes.
    @MainActor
    public func signIn(
        _ request: AuthorizationRequest,
        presentationAnchor: ASPresentationAnchor,
        prefersEphemeralSession: Bool = false
    ) async throws(OAuthError) {
        let callback = Promise<Result<URL, OAuthError>>()
        let browser = try Self.browser(for: request, callback)
        let window = BrowserWindow(presentationAnchor)
        browser.presentationContextProvider = window
        browser.prefersEphemeralWebBrowserSession = prefersEphemeralSession
        if !browser.start() { callback.resolve(.failure(.noBrowser(nil))) }
        let result = await callback.value()
        // The browser doesn't keep its window.
        withExtendedLifetime(window) {
            if result == nil { browser.cancel() }
        }
        guard let result else { throw OAuthError(.unavailable, underlyingError: CancellationError()) }
        try await signIn(request, callback: try result.get())
    }

    @MainActor
    private static func browser(
        for request: AuthorizationRequest,
        _ callback: Promise<Result<URL, OAuthError>>
    ) throws(OAuthError) -> ASWebAuthenticationSession {
        // The system calls it on any thread.
        let complete: ASWebAuthenticationSession.CompletionHandler = { @Sendable url, error in
            callback.resolve(url.map { .success($0) } ?? .failure(.noBrowser(error)))
        }
        let scheme = request.redirectURI.scheme?.lowercased() ?? ""
        switch scheme {
        case "", "http": break
        case "https":
            guard #available(macOS 14.4, iOS 17.4, visionOS 1.1, *), let host = request.redirectURI.host() else {
                break
            }
            let path = request.redirectURI.path()
            return ASWebAuthenticationSession(
                url: request.url,
                callback: .https(host: host, path: path.isEmpty ? "/" : path),
                completionHandler: complete
            )
        default:
            return ASWebAuthenticationSession(
                url: request.url,
                callbackURLScheme: scheme,
                completionHandler: complete
            )
        }
        throw OAuthError(.unsupported, "This system leads no user back to an app by the redirect URI.")
    }
}

@MainActor
private final class BrowserWindow: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: ASPresentationAnchor

    init(_ anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    // Not isolated, as SDKs before Xcode 26 declare it. The system calls it on the main thread.
    nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor }
    }
}

extension OAuthError {
    /// - Parameter error: The error of the browser; nil if it didn't start.
    fileprivate static func noBrowser(_ error: (any Error)?) -> OAuthError {
        if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
            return OAuthError(.denied, "The user closed the page.")
        }
        return OAuthError(.unavailable, "The system can't show the page.", underlyingError: error)
    }
}
#endif
