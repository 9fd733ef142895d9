import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
    /// Calls through Talyn.
    typealias Engine = TalynCore.Provider<LiveTarget>

    static func engine(_ live: LiveTransport, plugins: [any TalynCore.Plugin] = []) -> Engine {
        // Moya has no limit.
        Engine(transport: live, plugins: plugins, requestOptions: RequestOptions { $0.maximumResponseSize = .max })
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
        let place = live.takePlace(plugins)
        let call = LiveCall(
            target: target,
            request: request,
            task: task,
            plugins: plugins,
            session: live.session,
            place: place,
            queue: queue,
            progress: progress,
            completion: completion
        )
        let running = RunningTask()
        #if !Alamofire
        let calls = session.calls
        let number = calls.begin(request) { running.cancel() }
        #endif
        running.start { [engine, live] in
            let outcome: Result<TalynCore.Response, TalynError>
            do {
                #if !Alamofire
                guard number != nil else { throw AFError.sessionInvalidated(error: nil) }
                #endif
                // The session may have cancelled its calls.
                if running.isCancelled { throw TransportError(.cancelled, origin: request.url.flatMap { Origin($0) }) }
                let liveTarget = try LiveTarget(call)
                outcome = .success(try await engine.request(liveTarget, to: FileReceiver(task, live.queue)))
            } catch {
                outcome = .failure(TalynError(error))
            }
            #if !Alamofire
            if let number { calls.end(number) }
            #endif
            if let place { live.queue.leave(place) }
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
