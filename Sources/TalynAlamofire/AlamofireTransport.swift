#if Alamofire
public import Alamofire
public import TalynCore
import TalynURLSession

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
/// `UploadRequest` if the body comes from a file.
///
/// The session decides about redirects and cookies. If the options of a request set redirects, cookies or secret header
/// fields, the request fails with a `TransportOptionsError`.
///
/// The session's own interceptor and header fields apply to all requests, of any origin. Give credentials to plugins, which
/// send them only to the origin of the target's base URL.
///
/// On Linux:
///
/// - Give the session ``defaultConfiguration``, or another configuration without a `urlCache`. With a cache, Foundation can
///   trap when a request is cancelled.
/// - Only challenges of the Basic scheme are answered.
/// - Before Swift 6.3.2, Foundation doesn't report the end of a response that asks for credentials (401 with
///   `WWW-Authenticate`). Such a response reaches the caller without a question to a retrier, and only if it has a
///   `Content-Length` and the body of the request was in memory.
public struct AlamofireTransport: FollowUpTransport {
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

    package var sendsFollowUps: Bool { true }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.checkOptions()
        #if os(Linux)
        // Foundation on Linux sometimes loses a request whose challenge it answers.
        var first = request
        first.credential = nil
        let response = try await exchange(first)
        guard let second = request.answering(response) else { return response }
        return try await exchange(second)
        #else
        return try await exchange(request)
        #endif
    }

    private func exchange(_ request: OutgoingRequest) async throws -> TransportResponse {
        var urlRequest = try URLRequest(request)
        urlRequest.roundTimeout()
        let feed = ResponseFeed(request)
        let started: Request
        if let body = request.body, body.data == nil {
            let file = try await UploadFile(body)
            let upload = session.upload(file.url, with: urlRequest)
            prepare(upload, for: request)
            receive(upload, of: file, feed)
            started = upload
        } else {
            let stream = session.streamRequest(urlRequest)
            prepare(stream, for: request)
            receive(stream, feed)
            started = stream
        }
        // A session ends its requests when it is released.
        feed.exchange.whenAborted { [session] in withExtendedLifetime(session) { _ = started.cancel() } }
        started.resume()
        return try await feed.exchange.response()
    }

    /// Sets the credential and the progress handler. Both come before the other handlers, with which a session can start the
    /// request.
    private func prepare(_ started: Request, for request: OutgoingRequest) {
        if let credential = request.credential {
            started.authenticate(username: credential.user, password: credential.password)
        }
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

    private func receive(_ request: UploadRequest, of file: UploadFile, _ feed: ResponseFeed) {
        if !feed.acceptedCodes.isEmpty { request.validate(statusCode: feed.acceptedCodes) }
        request.response(queue: session.rootQueue) { result in
            file.remove()
            if let head = result.response { feed.receive(head) }
            if let data = result.data { feed.receive(data) }
            feed.finish(result.response, result.error)
        }
    }
}

extension OutgoingRequest {
    /// - Throws: `TransportOptionsError` for an option that only the session can set.
    fileprivate func checkOptions() throws(TransportOptionsError) {
        guard !options.isEmpty else { return }
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
extension Alamofire.Session: TalynCore.FollowUpTransport {
    package var sendsFollowUps: Bool { true }

    public var defaultHeaderFields: HTTPFields {
        AlamofireTransport(session: self).defaultHeaderFields
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await AlamofireTransport(session: self).send(request)
    }
}
#endif
