public import Foundation
import TalynCore
import _TalynSupport

#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
    /// Calls a target, or joins an identical call that is under way if the provider tracks them.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - callbackQueue: The queue of the handlers.
    ///   - progress: Receives the progress.
    ///   - completion: Receives the result, once.
    /// - Returns: The call, which can be cancelled.
    public func requestNormal(
        _ target: Target,
        callbackQueue: DispatchQueue?,
        progress: Moya.ProgressBlock?,
        completion: @escaping Moya.Completion
    ) -> any Cancellable {
        let endpoint = self.endpoint(target)
        let stubBehavior = stubClosure(target)
        let plugins = self.plugins
        let processed: Completion = { result in
            completion(plugins.reduce(result) { $1.process($0, target: target) })
        }
        guard trackInflights else {
            let token = CallToken()
            start(target, endpoint, stubBehavior, callbackQueue, progress, token, completion: processed)
            return token
        }
        let member = Inflights.Member(
            Inflights.Handlers(completion: processed, progress: progress, queue: callbackQueue)
        )
        let isLive = if case .never = stubBehavior { true } else { false }
        let (call, isNew) = inflights.join(endpoint, member, isLive: isLive)
        if isNew {
            start(
                target,
                endpoint,
                stubBehavior,
                callbackQueue,
                { call.report($0) },
                call.token,
                completion: { [inflights] in inflights.finish(call, with: $0) }
            )
        }
        return member
    }

    /// Makes the request of a call, and has it answered by a stub or the server.
    private func start(
        _ target: Target,
        _ endpoint: Endpoint,
        _ stubBehavior: StubBehavior,
        _ queue: DispatchQueue?,
        _ progress: ProgressBlock?,
        _ token: CallToken,
        completion: @escaping Completion
    ) {
        let scope = TaskScope.current
        requestClosure(endpoint) { [self] result in
            if token.isCancelled { return completion(.failure(.cancelled)) }
            switch result {
            case .success(let request):
                // The closure may be called on a queue, which knows nothing of the scope.
                token.inner = TaskScope.$current.withValue(scope) {
                    perform(
                        target,
                        request: request,
                        callbackQueue: queue,
                        progress: progress,
                        completion: completion,
                        endpoint: endpoint,
                        stubBehavior: stubBehavior
                    )
                }
            case .failure(let error):
                completion(.failure(error))
            }
        }
    }

    private func perform(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        progress: ProgressBlock?,
        completion: @escaping Completion,
        endpoint: Endpoint,
        stubBehavior: StubBehavior
    ) -> any Cancellable {
        guard case .never = stubBehavior else {
            return stubRequest(
                target,
                request: request,
                callbackQueue: callbackQueue,
                completion: completion,
                endpoint: endpoint,
                stubBehavior: stubBehavior
            )
        }
        if let problem = UploadProblem(endpoint) {
            completion(.failure(.underlying(problem, nil)))
            return CancellableToken {}
        }
        #if Alamofire
        if !prefersEngine, TaskScope.current?.transport == nil, !endpoint.task.trapsInAlamofire {
            return sendThroughAlamofire(
                target,
                request: request,
                callbackQueue: callbackQueue,
                progress: progress,
                completion: completion,
                task: endpoint.task
            )
        }
        #endif
        return sendThroughTalyn(
            target,
            request: request,
            queue: callbackQueue ?? .main,
            progress: progress,
            completion: completion,
            task: endpoint.task
        )
    }

    /// Tells the plugins that a call was cancelled, and completes it.
    ///
    /// - Parameters:
    ///   - completion: Receives an error with the code `NSURLErrorCancelled`.
    ///   - target: The target.
    public func cancelCompletion(_ completion: Moya.Completion, target: Target) {
        for plugin in plugins { plugin.didReceive(.failure(.cancelled), target: target) }
        completion(.failure(.cancelled))
    }
}

#if Alamofire
extension Task {
    /// Whether Foundation traps when Alamofire encodes the body: on Linux, when it asks a stream for an error that isn't there.
    fileprivate var trapsInAlamofire: Bool {
        #if os(Linux)
        hasParts
        #else
        false
        #endif
    }
}
#endif

extension MoyaError {
    /// The error of a stub, or of a call without a request, that was cancelled.
    static var cancelled: MoyaError {
        .underlying(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled, userInfo: nil), nil)
    }

    /// The error of a live call with a request that was cancelled.
    static var explicitlyCancelled: MoyaError { .underlying(AFError.explicitlyCancelled, nil) }
}

/// The problem of an upload that can't be sent.
private enum UploadProblem: LocalizedError {
    case noParts
    case method(String)

    init?(_ endpoint: Endpoint) {
        switch endpoint.task {
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
            if parts.isEmpty {
                self = .noParts
            } else if !endpoint.method.supportsMultipart {
                self = .method(endpoint.method.rawValue)
            } else {
                return nil
            }
        default:
            return nil
        }
    }

    var errorDescription: String? {
        switch self {
        case .noParts: "The multipart upload has no parts. Add at least one part."
        case .method(let method): "A \(method) request can't upload parts. Use POST, PUT, PATCH or CONNECT."
        }
    }
}
