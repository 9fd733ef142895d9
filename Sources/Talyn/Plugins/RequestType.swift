#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A request as a plugin sees it on its way to the transport.
@preconcurrency
public protocol RequestType: Sendable {
    /// The request, as prepared by all plugins.
    var request: URLRequest? { get }

    /// The header fields that the transport adds to every request that doesn't set them itself.
    var sessionHeaders: [String: String] { get }

    /// Answers a server that asks who the caller is (RFC 9110, section 11) with this credential.
    ///
    /// It is kept for this attempt only, whatever its persistence, and for the origin of the target's base URL only.
    @discardableResult
    func authenticate(with credential: URLCredential) -> Self

    /// Calls the handler, at once, with a `curl` command that sends the same request, secrets masked.
    ///
    /// Of an upload, curl reads the files itself, and makes a multipart boundary of its own. A part that can't be
    /// written in a command, such as a stream, leaves the whole body out: a comment behind the command says so.
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
    /// What is sent if the request itself has no body.
    private let upload: Upload?
    /// What the plugins answer a challenge with: the last one's word.
    private let credentialBox = Locked<URLCredential?>(nil)

    init(request: URLRequest, sessionHeaders: [String: String], upload: Upload? = nil) {
        self.request = request
        self.sessionHeaders = sessionHeaders
        self.upload = upload
    }

    var credential: URLCredential? { credentialBox.withLock { $0 } }

    func authenticate(with credential: URLCredential) -> PreparedRequest {
        credentialBox.withLock { $0 = credential }
        return self
    }

    /// A `curl` command that sends the request and answers a challenge as the plugins have said so far.
    func cURLCommand(redaction: Redaction) -> String {
        guard let request else { return "" }
        return CURLCommand(
            request,
            upload: upload,
            sessionHeaders: sessionHeaders,
            credential: credential,
            redaction: redaction
        ).text
    }

    func cURLDescription(calling handler: @escaping @Sendable (String) -> Void) -> PreparedRequest {
        handler(cURLCommand(redaction: .default))
        return self
    }
}
