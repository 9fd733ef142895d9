/// A request as a plugin sees it on its way to the transport.
@preconcurrency
public protocol RequestType: Sendable {
    /// The request, as prepared by all plugins.
    var request: URLRequest? { get }

    /// The header fields that the transport adds to every request that doesn't set them itself.
    var sessionHeaders: [String: String] { get }

    /// Answers a server that asks who the caller is (RFC 9110, section 11) with this credential.
    ///
    /// It is kept for this attempt only, whatever its persistence.
    @discardableResult
    func authenticate(with credential: URLCredential) -> Self

    /// Calls the handler, at once, with a `curl` command that sends the same request, secrets masked.
    ///
    /// For one with its secrets, ask ``request`` for its
    /// `cURLCommand(sessionHeaders:credential:redaction:)`.
    @discardableResult
    func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> Self
}

extension RequestType {
    /// Answers a server that asks who the caller is with this name and password.
    @discardableResult
    public func authenticate(
        username: String,
        password: String,
        persistence: URLCredential.Persistence = .forSession
    ) -> Self {
        authenticate(with: URLCredential(user: username, password: password, persistence: persistence))
    }
}

/// The request that ``Plugin/willSend(_:target:)`` is told of.
struct PreparedRequest: RequestType {
    let request: URLRequest?
    let sessionHeaders: [String: String]
    /// What the plugins answer a challenge with: the last one's word.
    private let credentialBox = Locked<URLCredential?>(nil)

    init(request: URLRequest?, sessionHeaders: [String: String]) {
        self.request = request
        self.sessionHeaders = sessionHeaders
    }

    var credential: URLCredential? { credentialBox.withLock { $0 } }

    func authenticate(with credential: URLCredential) -> PreparedRequest {
        credentialBox.withLock { $0 = credential }
        return self
    }

    /// A `curl` command that sends the request and answers a challenge as the plugins have said so far.
    func cURLCommand(redaction: Redaction) -> String {
        request?.cURLCommand(sessionHeaders: sessionHeaders, credential: credential, redaction: redaction) ?? ""
    }

    func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> PreparedRequest {
        handler(cURLCommand(redaction: .default))
        return self
    }
}
