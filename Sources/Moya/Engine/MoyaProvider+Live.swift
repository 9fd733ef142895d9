import Foundation
import HTTPTypes
import TalynCore
import TalynTransfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
    /// Calls through Talyn.
    typealias Engine = TalynCore.Provider<LiveTarget>

    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - session: The session whose interceptor takes part.
    static func engine(
        _ transport: any TalynCore.Transport,
        session: Session?,
        plugins: [any TalynCore.Plugin] = []
    ) -> Engine {
        // Moya has no limit.
        let options = RequestOptions { $0.maximumResponseSize = .max }
        return Engine(transport: LiveTransport(transport, session: session), plugins: plugins, requestOptions: options)
    }

    /// Sends a request through Talyn.
    func sendThroughTalyn(
        _ target: Target,
        request: URLRequest,
        queue: DispatchQueue,
        progress: ProgressBlock?,
        completion: @escaping Completion,
        task: Task
    ) -> CancellableToken {
        let call = LiveCall(
            target: target,
            request: request,
            task: task,
            plugins: plugins,
            queue: queue,
            progress: progress,
            completion: completion
        )
        let running = RunningTask()
        #if !Alamofire
        let calls = session.calls
        let number = calls.begin(request) { running.cancel() }
        #endif
        running.start { [engine] in
            let outcome: Result<TalynCore.Response, TalynError>
            do {
                // The session may have been invalidated.
                if running.isCancelled { throw TransportError(.cancelled, url: request.url) }
                let live = try LiveTarget(call)
                if let receiver = FileReceiver(task) {
                    outcome = .success(try await engine.request(live, to: receiver))
                } else {
                    outcome = .success(try await engine.request(live, line: 0))
                }
            } catch {
                outcome = .failure(TalynError(error))
            }
            #if !Alamofire
            calls.end(number)
            #endif
            call.finish(outcome)
        }
        return CancellableToken(
            action: { running.cancel() },
            command: { [engine] in
                request.cURLDescription(sessionHeaders: engine.transport.defaultHeaderFields.combined)
            }
        )
    }
}

/// A task that can be cancelled before it starts.
private final class RunningTask: Sendable {
    private let state = Locked<(task: _Concurrency.Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    func start(_ operation: @escaping @Sendable () async -> Void) {
        let task = _Concurrency.Task<Void, Never>.inScope(operation)
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
