#if Alamofire
public import Alamofire
public import Talyn

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with an Alamofire session: its interceptors, trust managers, redirect handlers and event monitors
/// take part as in any request of Alamofire's.
///
/// A retrier is asked about connections that fail, and about statuses that the target's validation refuses. When it
/// wants another response in place of an accepted one that broke off, the call fails: what has been handed on can't be
/// taken back. Event monitors see a `DataStreamRequest`, or an `UploadRequest` where the body comes from a file.
///
/// Redirects and cookies are the session's: a request whose options ask for redirects, cookies or secret header fields of its
/// own fails with a `TransportOptionsError`.
///
/// The session's own interceptor and header fields take part in every request, whatever its origin. Give credentials to plugins,
/// which keep them to the origin of the target's base URL.
///
/// On Linux give the session ``defaultConfiguration``, or another one without a `urlCache`: Foundation can trap there
/// when a request is cancelled while one is set. Challenges are answered there in the Basic scheme only. Before Swift
/// 6.3.2, Foundation on Linux doesn't say that a response is complete which asks for credentials (401 with
/// `WWW-Authenticate`): it is handed on without asking a retrier, and only if it has a Content-Length and the body of
/// the request was in memory.
public struct AlamofireTransport: Transport {
    /// What sends the requests.
    public let session: Alamofire.Session

    public let defaultHeaderFields: [String: String]

    /// - Parameter session: What sends the requests; by default ``defaultSession``.
    public init(session: Alamofire.Session = AlamofireTransport.defaultSession) {
        self.session = session
        defaultHeaderFields = session.sessionConfiguration.headers.dictionary
    }

    /// The session of transports that are given none.
    public static let defaultSession = Alamofire.Session(configuration: defaultConfiguration)

    /// Alamofire's default, on Linux without a cache.
    public static var defaultConfiguration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.af.default
        #if os(Linux)
        configuration.urlCache = nil
        #endif
        return configuration
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try request.checkOptions()
        #if os(Linux)
        // Foundation there now and then loses a request whose challenge it answers.
        var first = request
        first.credential = nil
        let response = try await exchange(first)
        guard let second = request.answering(response) else { return response }
        return try await exchange(second)
        #else
        return try await exchange(request)
        #endif
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        var urlRequest = request.urlRequest
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
        // A session that nobody holds ends its requests.
        feed.exchange.whenAborted { [session] in withExtendedLifetime(session) { _ = started.cancel() } }
        started.resume()
        return try await feed.exchange.response()
    }

    /// Sets up what has to be there before the request is given a handler, with which a session may start it.
    private func prepare(_ started: Request, for request: TransportRequest) {
        if let credential = request.credential { started.authenticate(with: credential) }
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
#endif
