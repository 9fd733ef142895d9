import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A sign-in on another device that has begun, for a command line, a television or a printer (RFC 8628).
///
/// Show ``verificationURI`` and ``userCode``, and call ``OAuthSession/signIn(_:)-(DeviceAuthorization)``, which waits for the user.
public struct DeviceAuthorization: Sendable {
    /// The code that the user types.
    public let userCode: String

    /// The page at which the user types the code.
    public let verificationURI: URL

    /// The page with the code in its URL, for a QR code; nil for a server without one.
    public let completeVerificationURI: URL?

    /// The time at which the codes expire.
    public let expiry: Date

    /// The longest time for a sign-in, in seconds.
    static let maximumLifetime = 3_600.0

    let deviceCode: String
    let scopes: Set<String>
    /// The time between two token requests.
    let interval: Duration
    /// The time until the codes expire, from ``start``.
    let lifetime: Duration
    /// The time at which the sign-in began, by the clock of the session.
    let start: Duration
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
    /// The host of the page, without the codes.
    public var description: String { "device sign-in at \(verificationURI.host() ?? "")" }

    public var customMirror: Mirror { Mirror(self, children: ["host": verificationURI.host() as Any]) }
}

extension OAuthSession {
    /// Begins a sign-in on another device.
    ///
    /// - Parameter scopes: The scopes to ask for; nil for those of the session.
    /// - Throws: ``OAuthError`` if the server has no such way, or refuses.
    public func deviceAuthorization(scopes: Set<String>? = nil) async throws(OAuthError) -> DeviceAuthorization {
        let scopes = scopes ?? self.scopes
        let (start, now) = (time.now, endpoint.date())
        let form = scopes.isEmpty ? [] : [("scope", scopes.sorted().joined(separator: " "))]
        let response = try await endpoint.deviceAuthorization(form)
        // Google has its own name for the page.
        guard let body = ServerDocument(response.data), let deviceCode = body.text("device_code"),
            let userCode = body.text("user_code"), userCode.isUserCode,
            let page = body.page("verification_uri") ?? body.page("verification_url")
        else {
            throw OAuthError(.invalidResponse, "The device authorization endpoint sent no codes.")
        }
        // The bounds keep a wrong server from a loop of requests, and from a wait without end.
        let lifetime = Duration.clamping(
            min(max(body.number("expires_in") ?? 600, 0), DeviceAuthorization.maximumLifetime)
        )
        return DeviceAuthorization(
            userCode: userCode,
            verificationURI: page,
            completeVerificationURI: body.page("verification_uri_complete"),
            expiry: now + lifetime.seconds,
            deviceCode: deviceCode,
            scopes: scopes,
            interval: .clamping(min(max(body.number("interval") ?? 5, 1), 60)),
            lifetime: lifetime,
            start: start
        )
    }

    /// Waits until the user has signed in on another device, and stores the tokens.
    ///
    /// It asks the server in the interval that the server wants, and slower if the server can't be reached or asks for it. Cancelling
    /// the task ends it.
    ///
    /// - Parameter authorization: The sign-in.
    /// - Throws: ``OAuthError`` if the user denies the access, or the codes expire.
    public func signIn(_ authorization: DeviceAuthorization) async throws(OAuthError) {
        let form = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", authorization.deviceCode),
        ]
        let key = try proofKey(pem: nil)
        var interval = authorization.interval
        while true {
            guard (try? await time.sleep(for: interval)) != nil else {
                throw OAuthError(.unavailable, underlyingError: CancellationError())
            }
            guard time.now - authorization.start < authorization.lifetime else { throw OAuthError(.expired) }
            do throws(OAuthError) {
                let response = try await endpoint.token(
                    form,
                    for: TokenRequest(),
                    asked: authorization.scopes,
                    key: key
                )
                return try await signIn(response, for: TokenRequest(), key: key)
            } catch {
                switch (error.reason, error.code) {
                case (.refused, "authorization_pending"): break
                // RFC 8628, section 3.5.
                case (.refused, "slow_down"): interval += .seconds(5)
                case (.unavailable, _): interval = min(interval * 2, max(interval, .seconds(60)))
                default: throw error
                }
                if let pause = error.retryAfter { interval = max(interval, min(pause, .seconds(60))) }
            }
        }
    }
}

extension ServerDocument {
    /// The URL of a page that a browser opens; nil for another URL, such as one with a script.
    fileprivate func page(_ name: String) -> URL? {
        url(name).flatMap { ["http", "https"].contains($0.scheme?.lowercased()) && $0.host() != nil ? $0 : nil }
    }
}

extension String {
    /// Whether a user can read and type the text: it has no control characters, and none that change the direction.
    fileprivate var isUserCode: Bool {
        utf8.count <= 256
            && unicodeScalars.allSatisfy {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
                default: true
                }
            }
    }
}
