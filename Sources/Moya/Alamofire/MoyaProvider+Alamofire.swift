#if Alamofire
import Alamofire
import Foundation
import TalynCore
import TalynAlamofire
import _TalynSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
    /// Sends a request by the methods of the session, which a subclass may have overridden.
    func sendThroughAlamofire(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion,
        task: Task
    ) -> CancellableToken {
        let hooks = PluginInterceptor(target: target, plugins: plugins)
        let handlers = AlamofireHandlers(
            target: target,
            plugins: plugins,
            queue: callbackQueue,
            progress: progress,
            completion: completion,
            session: session
        )
        // Without a wait for the session's queue: the app's code there may wait for the caller, or be the caller.
        let made = session.make(request, for: task, interceptor: hooks)
        hooks.know(made)
        switch made {
        case let download as Alamofire.DownloadRequest: handlers.start(download, hooks)
        case let data as DataRequest: handlers.start(data, hooks)
        default: break
        }
        return CancellableToken(request: made)
    }
}

extension Session {
    /// A request, by the method for its task.
    fileprivate func make(
        _ request: URLRequest,
        for task: Task,
        interceptor: any Alamofire.RequestInterceptor
    ) -> Alamofire.Request {
        switch task {
        case .uploadFile(let file):
            return upload(file, with: request, interceptor: interceptor)
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            let formData = RequestMultipartFormData()
            formData.append(parts)
            return upload(multipartFormData: formData, with: request, interceptor: interceptor)
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
            return download(request, interceptor: interceptor, to: destination)
        default:
            return self.request(request, interceptor: interceptor)
        }
    }
}

/// Has the plugins of a call prepare its request, and tells them of it, in each attempt.
private final class PluginInterceptor: Alamofire.RequestInterceptor, @unchecked Sendable {
    // Unchecked for the app's plugins and target. `request` is set before `isKnown` is left, and read after that.
    private let target: any TargetType
    private let plugins: [any PluginType]
    private let tokenScheme: TokenScheme
    private weak var request: Alamofire.Request?
    /// Is left once the request is known.
    private let isKnown = DispatchGroup()
    /// Whether `willSend` has been called.
    let hasAnnounced = Locked(false)

    init(target: any TargetType, plugins: [any PluginType]) {
        self.target = target
        self.plugins = plugins
        tokenScheme = TokenScheme(of: target)
        isKnown.enter()
    }

    /// Notes the request, which plugins get in `willSend`. To be called once.
    func know(_ request: Alamofire.Request) {
        self.request = request
        isKnown.leave()
    }

    func adapt(
        _ urlRequest: URLRequest,
        for session: Alamofire.Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        // The session can adapt a request before it has returned it.
        isKnown.wait()
        let prepared = tokenScheme.withScheme { plugins.reduce(urlRequest) { $1.prepare($0, target: target) } }
        if let request {
            let announcement = AnnouncedRequest(alamofire: request, request: prepared)
            hasAnnounced.withLock { $0 = true }
            for plugin in plugins { plugin.willSend(announcement, target: target) }
        }
        completion(.success(prepared))
    }
}

/// The handlers of a call, for each kind of Alamofire's requests.
private struct AlamofireHandlers: @unchecked Sendable {  // Unchecked for the app's target, plugins and handlers.
    let target: any TargetType
    let plugins: [any PluginType]
    let queue: DispatchQueue?
    let progress: ProgressBlock?
    let completion: Completion
    /// A session that nobody holds ends its requests.
    let session: Session

    func start(_ request: DataRequest, _ hooks: PluginInterceptor) {
        let codes = target.validationType.statusCodes
        if !codes.isEmpty { request.validate(statusCode: codes) }
        let isUpload = request is UploadRequest
        if progress != nil {
            if isUpload { request.uploadProgress { report($0) } } else { request.downloadProgress { report($0) } }
        }
        request.response(queue: queue ?? .main) { response in
            let result = convertResponseToResult(
                response.response,
                request: response.request,
                data: response.data,
                error: response.error
            )
            finish(result, isUpload ? request.uploadProgress : request.downloadProgress, hooks)
        }
        request.resume()
    }

    func start(_ request: Alamofire.DownloadRequest, _ hooks: PluginInterceptor) {
        let codes = target.validationType.statusCodes
        if !codes.isEmpty { request.validate(statusCode: codes) }
        if progress != nil { request.downloadProgress { report($0) } }
        request.response(queue: queue ?? .main) { response in
            let data = response.fileURL.flatMap { try? Data(contentsOf: $0, options: .mappedIfSafe) }
            let result = convertResponseToResult(
                response.response,
                request: response.request,
                data: data,
                error: response.error
            )
            finish(result, request.downloadProgress, hooks)
        }
        request.resume()
    }

    private func report(_ value: Progress) {
        guard let queue else { return progress?(ProgressResponse(progress: value)) ?? () }
        queue.async { progress?(ProgressResponse(progress: value)) }
    }

    private func finish(_ result: Result<Response, MoyaError>, _ value: Progress, _ hooks: PluginInterceptor) {
        // If the app cancels a call before `willSend`, plugins don't hear of its end.
        if hooks.hasAnnounced.withLock({ $0 }) || !result.isCancelled {
            for plugin in plugins { plugin.didReceive(result, target: target) }
        }
        progress?(ProgressResponse(progress: value, response: try? result.get()))
        completion(result)
    }
}

extension Result where Success == Response, Failure == MoyaError {
    fileprivate var isCancelled: Bool {
        if case .failure(.underlying(let error, _)) = self {
            error.asAFError?.isExplicitlyCancelledError == true
        } else {
            false
        }
    }
}

extension Alamofire.MultipartFormData {
    /// Appends the parts of a task.
    fileprivate func append(_ parts: [MultipartFormData]) {
        for part in parts {
            // Alamofire doesn't escape them. Browsers write `%22`, too.
            let name = part.name.replacingOccurrences(of: "\"", with: "%22")
            let givenFileName = part.fileName?.replacingOccurrences(of: "\"", with: "%22")
            let mimeType = part.mimeType ?? part.fileName.map { MediaType.forFile(named: $0) }
            switch part.provider {
            case .data(let data):
                append(data, withName: name, fileName: givenFileName, mimeType: mimeType)
            case .file(let url):
                let fileName = givenFileName ?? url.lastPathComponent.replacingOccurrences(of: "\"", with: "%22")
                append(
                    url,
                    withName: name,
                    fileName: fileName,
                    mimeType: mimeType ?? MediaType.forFile(named: fileName)
                )
            case .stream(let stream, let length):
                append(
                    stream,
                    withLength: length,
                    name: name,
                    fileName: givenFileName ?? "",
                    mimeType: mimeType ?? MediaType.forFile(named: "")
                )
            }
        }
    }
}

extension Session {
    var talynTransport: AlamofireTransport { AlamofireTransport(session: self) }

    /// The header fields of requests that don't set them.
    var headerFields: [String: String] { sessionConfiguration.headers.dictionary }

    /// Runs plugins where the session runs its adapters.
    var callQueue: CallQueue { CallQueue(target: requestQueue) }
}
#endif
