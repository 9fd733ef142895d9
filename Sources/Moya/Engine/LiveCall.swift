import Foundation
import TalynCore
import TalynURLSession
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A call on its way through Talyn: the target, the plugins that take part in it, and its progress.
final class LiveCall: @unchecked Sendable {
    // Unchecked for the app's target, plugins and handlers, which come as they are. `state` has a lock of its own.

    private struct State {
        /// The request as the plugins prepared it for the last attempt.
        var sentRequest: URLRequest?
        /// The head of the response to the last attempt, if one arrived.
        var head: TransportResponse?
        /// The number of reports that were posted.
        var postedReports = 0
        /// The number of the last report that `progress` shows.
        var shownReport = 0
    }

    let target: any TargetType
    let request: URLRequest
    let task: Task
    let plugins: [any PluginType]
    /// The session that sends the request; nil if a transport of Talyn's does.
    let session: Session?
    /// The place on the queue of the session, if the call took one.
    let place: Int?
    /// The status codes that the target accepted when the call was made.
    let validation: StatusValidation
    private let tokenScheme: TokenScheme
    private let queue: DispatchQueue
    private let progressBlock: ProgressBlock?
    /// The progress that all reports show, so that an app can take it once; nil if nothing is reported.
    private let progress: Progress?
    private let completion: Completion
    private let scope = TaskScope.current
    private let state = Locked(State())

    /// - Parameters:
    ///   - request: The request that the provider's request closure made.
    ///   - session: The session that sends the request; nil if a transport of Talyn's does.
    ///   - place: The place on the queue of the session, if the call took one.
    ///   - queue: The queue of the handlers.
    init(
        target: any TargetType,
        request: URLRequest,
        task: Task,
        plugins: [any PluginType],
        session: Session?,
        place: Int?,
        queue: DispatchQueue,
        progress: ProgressBlock?,
        completion: @escaping Completion
    ) {
        self.target = target
        self.request = request
        self.task = task
        self.plugins = plugins
        self.session = session
        self.place = place
        validation = StatusValidation(target.validationType)
        tokenScheme = TokenScheme(of: target)
        self.queue = queue
        progressBlock = progress
        self.progress = progress == nil ? nil : Progress(totalUnitCount: 0)
        self.completion = completion
    }

    /// Has the plugins prepare the request of an attempt, and tells them of it. Runs on the queue of the session.
    func announce(_ attempt: OutgoingRequest, sessionHeaders: [String: String]) throws -> OutgoingRequest {
        let prepared = tokenScheme.withScheme {
            plugins.reduce(ownRequest(for: attempt)) { $1.prepare($0, target: target) }
        }
        let isRepeated = state.withLock { state in
            defer { state.sentRequest = prepared }
            state.head = nil
            return state.sentRequest != nil
        }
        if isRepeated { resetProgress() }
        let announcement = AnnouncedCall(prepared, sessionHeaders: sessionHeaders)
        for plugin in plugins { plugin.willSend(announcement, target: target) }
        try RequestError.check(prepared)
        #if !Alamofire
        do {
            try prepared.checkBody()
        } catch {
            throw AFError.requestAdaptationFailed(error: error)
        }
        #endif
        // Header fields of HTTPTypes would replace invalid characters.
        try RequestError.check(method: nil, headerFields: sessionHeaders)

        var result = attempt
        let upload = task.isUpload ? attempt.body : nil
        let sent = try OutgoingRequest(prepared.onTheWire(sessionHeaders: sessionHeaders))
        result.head = sent.head
        result.original = prepared
        result.fragment = sent.fragment
        result.body = prepared.httpBody == nil ? upload ?? sent.body : sent.body
        result.use(optionsOf: sent)
        #if !Alamofire
        // Stored cookies replace those of the request, as in URLSession.
        if result.allowsCookies, result.headerFields.contains(.cookie), let url = prepared.url,
            session?.requestOptions.cookies?.hasCookies(for: url) == true
        {
            result.headerFields[.cookie] = nil
        }
        #endif
        if let credential = announcement.credential { result.credential = try PasswordCredential(credential) }
        if progressBlock != nil, task.isUpload {
            let length = result.body?.length
            let tellEngine = attempt.onSend
            result.onSend = { [self] count in
                tellEngine?(count)
                report(count, of: length)
            }
        }
        return result
    }

    /// The request of the request closure or the interceptor, as Talyn's plugins changed it.
    private func ownRequest(for attempt: OutgoingRequest) -> URLRequest {
        var own = attempt.original as? URLRequest ?? request
        guard let changed = try? URLRequest(attempt) else { return own }
        // The text of the URL stays as the app wrote it.
        let isSameURL = request.url.map { OutgoingRequest(url: $0).urlText == attempt.urlText } ?? false
        own.url = isSameURL ? request.url : changed.url
        own.httpMethod = changed.httpMethod
        own.allHTTPHeaderFields = changed.allHTTPHeaderFields
        if changed.cachePolicy != .useProtocolCachePolicy { own.cachePolicy = changed.cachePolicy }
        if changed.timeoutInterval != Self.usualTimeout { own.timeoutInterval = changed.timeoutInterval }
        if task.isUpload {
            // The body of an upload isn't part of the request.
            own.httpBody = request.httpBody
        } else if let body = changed.httpBody {
            own.httpBody = body
        }
        return own
    }

    /// The response, with its progress reported while it is read.
    func following(_ response: TransportResponse) -> TransportResponse {
        state.withLock { $0.head = response }
        guard progressBlock != nil, !task.isUpload else { return response }
        let length = response.headerFields[.contentEncoding] == nil ? response.body.length ?? response.length : nil
        guard response.body.data == nil else {
            report(response.body.length ?? 0, of: length)
            return response
        }
        var response = response
        let body = response.body
        response.body = HTTPBody(length: body.length, isReplayable: body.isReplayable) { [self] in
            var chunks = body.makeAsyncIterator()
            var count: Int64 = 0
            return {
                guard let chunk = try await chunks.next() else { return nil }
                count += Int64(chunk.count)
                self.report(count, of: length)
                return chunk
            }
        }
        return response
    }

    private func report(_ count: Int64, of length: Int64?) {
        show(count, of: length ?? -1) { call in call.progressBlock?(ProgressResponse(progress: call.progress)) }
    }

    private func resetProgress() { show(0, of: 0) { _ in } }

    /// Changes the progress on the queue of the handlers, where the app reads it, and runs the body there.
    private func show(_ count: Int64, of length: Int64, then body: @escaping @Sendable (LiveCall) -> Void) {
        guard let progress else { return }
        // Under the lock, so that the queue has the reports in their order.
        state.withLock { state in
            state.postedReports += 1
            let number = state.postedReports
            post { call in
                let isNewer = call.state.withLock { state in
                    defer { state.shownReport = max(state.shownReport, number) }
                    return number > state.shownReport
                }
                // A concurrent queue can have the reports in another order.
                if isNewer {
                    // Foundation on Linux traps when a total becomes zero.
                    if length != 0, length != progress.totalUnitCount { progress.totalUnitCount = length }
                    progress.completedUnitCount = count
                }
                body(call)
            }
        }
    }

    /// Tells the plugins and the caller of the result.
    func finish(_ outcome: Result<TalynCore.Response, TalynError>) {
        let (sentRequest, head) = state.withLock { ($0.sentRequest, $0.head) }
        let result = Result<Response, MoyaError>(
            outcome,
            head,
            of: sentRequest ?? request,
            task: task,
            session: session
        )
        post { call in
            // If the app cancels a call before `willSend`, plugins don't hear of its end.
            if sentRequest != nil || !outcome.isCancelled {
                for plugin in call.plugins { plugin.didReceive(result, target: call.target) }
            }
            call.progressBlock?(ProgressResponse(progress: call.progress, response: try? result.get()))
            call.completion(result)
        }
    }

    /// Runs the body on the queue of the handlers, as a part of the scope in which the call was made.
    private func post(_ body: @escaping @Sendable (LiveCall) -> Void) {
        scope?.work?.begin()
        queue.async { [self] in
            TaskScope.$current.withValue(scope) { body(self) }
            scope?.work?.end()
        }
    }

    /// The timeout of a request that has no other, in seconds.
    private static let usualTimeout: TimeInterval = 60
}

extension PasswordCredential {
    /// - Throws: ``UnsupportedCredential`` for a credential without a name or a password.
    fileprivate init(_ credential: URLCredential) throws {
        guard let user = credential.user, let password = credential.password else { throw UnsupportedCredential() }
        self.init(user: user, password: password)
    }
}

/// The error for a credential of a plugin that can't answer challenges.
private struct UnsupportedCredential: LocalizedError {
    var errorDescription: String? {
        "The credential of a plugin has no name or no password, such as one with a certificate. Give it both, or use the trait Alamofire."
    }
}

#if !Alamofire
extension URLRequest {
    /// - Throws: ``AFError/urlRequestValidationFailed(reason:)`` for a GET request with a body.
    func checkBody() throws {
        guard httpMethod == "GET", let httpBody else { return }
        throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(httpBody))
    }
}
#endif

extension TransportResponse {
    /// The number of bytes that the head declares.
    fileprivate var length: Int64? {
        headerFields[.contentLength].flatMap { Int64($0) }
    }
}

extension Result where Failure == TalynError {
    fileprivate var isCancelled: Bool {
        switch self {
        case .success: false
        case .failure(let error): error.isCancelled
        }
    }
}

extension Task {
    /// Whether the body is read while it is sent.
    var isUpload: Bool {
        if case .uploadFile = self { true } else { hasParts }
    }

    /// Whether the body is multipart.
    var hasParts: Bool {
        switch self {
        case .uploadMultipart, .uploadCompositeMultipart: true
        default: false
        }
    }
}
