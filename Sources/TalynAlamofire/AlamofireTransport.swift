#if Alamofire
public import Alamofire
public import TalynCore
import TalynURLSession
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with an Alamofire session. Its interceptors, trust managers, redirect handlers and event monitors see them
/// like other requests of the session.
///
/// The session asks a retrier about connections that fail, and about statuses that the target's validation refuses. An
/// accepted response reaches the caller while it arrives. If its connection drops and the retrier asks for another response,
/// the call fails, since the caller has a part of the first one. Event monitors see a `DataStreamRequest`, or an
/// `UploadRequest` if the body comes from a file or is a long stream.
///
/// A refused response, and the response to an `UploadRequest`, are held in memory until they are complete. If one exceeds
/// `maximumResponseSize`, or 100 MB by default, the request ends without a question to a retrier.
///
/// The session decides about redirects and cookies. If the options of a request set redirects, cookies or secret header
/// fields, the request fails with a `TransportOptionsError`. A redirect to another origin loses all credentials before the
/// redirect handler of the session is asked. Credentials that the handler adds are sent. A redirect from https to http fails
/// the request. Set redirect handlers on the session, not on its requests.
///
/// The transport answers challenges with the credential of the request, in a second request. It doesn't answer a challenge
/// after a redirect.
///
/// The session's own interceptor and header fields apply to all requests, of any origin. Give credentials to plugins, which
/// send them only to the origin of the target's base URL.
///
/// On Linux:
///
/// - Give the session ``defaultConfiguration``, or another configuration without a `urlCache`. With a cache, Foundation can
///   trap when a request is cancelled.
/// - Retry only requests without a body. Foundation traps when a retrier repeats a request whose body was sent.
/// - Before Swift 6.3.2, Foundation doesn't report the end of a response that asks for credentials (401 with
///   `WWW-Authenticate`). Such a response reaches the caller without a question to a retrier, and only if it has a
///   `Content-Length` and the body of the request was in memory.
public struct AlamofireTransport: Transport {
    /// The session that sends the requests.
    public let session: Alamofire.Session

    public let defaultHeaderFields: HTTPFields

    /// Creates a transport.
    ///
    /// - Parameter session: The session that sends the requests.
    public init(session: Alamofire.Session = AlamofireTransport.defaultSession) {
        self.session = session
        defaultHeaderFields = HTTPFields(session.sessionConfiguration.headers.dictionary)
    }

    /// The session of transports that get no other one.
    public static let defaultSession = Alamofire.Session(configuration: defaultConfiguration)

    /// Alamofire's default configuration, on Linux without a cache.
    public static var defaultConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.af.default
        #if os(Linux)
        configuration.urlCache = nil
        #endif
        return configuration
    }

    public var sendsFollowUps: Bool { true }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.refuseWebSocket(by: "An AlamofireTransport")
        try request.checkOptions()
        // The session would answer the challenge of any origin. Besides, Foundation on Linux sometimes loses a request whose
        // challenge it answers.
        let response = try await exchange(request)
        guard let answer = request.answering(response) else { return response }
        do {
            return try await exchange(answer)
        } catch var error as TransportError {
            // A server has received the call already.
            error.delivery = .sent
            throw error
        }
    }

    private func exchange(_ request: OutgoingRequest) async throws -> TransportResponse {
        let feed = ResponseFeed(request)
        let started = try await start(request, feed)
        // A session ends its requests when it is released.
        feed.exchange.whenAborted { [session] in withExtendedLifetime(session) { _ = started.cancel() } }
        started.resume()
        return try await feed.exchange.response()
    }

    /// Creates Alamofire's request, with all handlers.
    private func start(_ request: OutgoingRequest, _ feed: ResponseFeed) async throws -> Request {
        var urlRequest = try URLRequest(request)
        urlRequest.timeoutInterval.clampAsTimeout()
        let body = try await URLSessionBody(request.body)
        if let file = body?.file {
            let upload = session.upload(file, with: urlRequest)
            try prepare(upload, for: request, sending: body, feed)
            receive(upload, feed)
            return upload
        }
        if let data = body?.data { urlRequest.httpBody = data }
        let stream = session.streamRequest(urlRequest)
        try prepare(stream, for: request, sending: body, feed)
        receive(stream, feed)
        return stream
    }

    /// Sets the handlers of redirects and of progress. Both come before the other handlers, with which a session can start the
    /// request.
    private func prepare(
        _ started: Request,
        for request: OutgoingRequest,
        sending body: URLSessionBody?,
        _ feed: ResponseFeed
    ) throws(TransportError) {
        // Alamofire traps on a second handler.
        guard started.redirectHandler == nil else {
            started.cancel()
            let cause = "The session gives each request a redirect handler. Give the handler to the session."
            throw TransportError(.other, origin: request.origin, cause: cause)
        }
        feed.follow(started, sending: body)
        started.redirect(
            using: RedirectGuard(
                sessionHandler: session.redirectHandler,
                sessionFields: defaultHeaderFields,
                secretNames: request.secretNames,
                feed: feed
            )
        )
        if let onSend = request.onSend {
            started.uploadProgress(queue: session.rootQueue) { onSend($0.completedUnitCount) }
        }
    }

    private func receive(_ request: DataStreamRequest, _ feed: ResponseFeed) {
        if !feed.acceptedCodes.isEmpty { request.validate(statusCode: feed.acceptedCodes) }
        request
            .onHTTPResponse(on: session.rootQueue) { head, goOn in
                feed.receive(head)
                goOn(feed.isLeftAlone ? .cancel : .allow)
            }
            .responseStream(on: session.rootQueue) { stream in
                switch stream.event {
                case .stream(.success(let chunk)):
                    feed.receive(chunk)
                    if feed.isLeftAlone { stream.cancel() }
                case .complete(let completion):
                    feed.finish(completion.response, completion.error)
                }
            }
    }

    /// Alamofire collects the response to an upload.
    private func receive(_ request: UploadRequest, _ feed: ResponseFeed) {
        if !feed.acceptedCodes.isEmpty { request.validate(statusCode: feed.acceptedCodes) }
        request
            .downloadProgress(queue: session.rootQueue) { [weak request] progress in
                guard progress.completedUnitCount > feed.maximumHeldCount, let request else { return }
                feed.receive(request.response, request.data)
                feed.exceed()
            }
            .response(queue: session.rootQueue) { result in
                feed.receive(result.response, result.data)
                feed.finish(result.response, result.error)
            }
    }
}

extension OutgoingRequest {
    /// - Throws: `TransportOptionsError` for an option that only the session can set.
    fileprivate func checkOptions() throws(TransportOptionsError) {
        let unsupported: [(name: String, isSet: Bool)] = [
            ("redirects", options.redirects != nil),
            ("cookies", options.cookies != nil),
            ("secretHeaderFields", !options.secretHeaderFields.isEmpty),
        ]
        if let option = unsupported.first(where: \.isSet) {
            throw .unsupported(option: option.name, transport: "An Alamofire session")
        }
    }
}

/// A session is a transport, as in `Provider(transport: session)`. See ``AlamofireTransport``.
extension Alamofire.Session: TalynCore.Transport {
    public var sendsFollowUps: Bool { true }

    public var defaultHeaderFields: HTTPFields {
        AlamofireTransport(session: self).defaultHeaderFields
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await AlamofireTransport(session: self).send(request)
    }
}

extension AlamofireTransport: CustomReflectable {
    /// The default header fields, with their secrets masked. Options and clients can have the passwords of proxies.
    public var customMirror: Mirror {
        Mirror(of: self, ["defaultHeaderFields": Redaction.default.headerFields(defaultHeaderFields).lines])
    }
}
#endif
