#if !Alamofire
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import TalynCore

/// The calls of a session that are under way.
final class RunningCalls: Sendable {
    private struct State {
        var calls: [Int: Session.RunningRequest] = [:]
        var count = 0
        var isInvalid = false
    }

    private let state = Locked(State())

    /// Notes a call.
    ///
    /// - Returns: The number by which ``end(_:)`` knows the call; nil if the session was invalidated.
    func begin(_ request: URLRequest, _ cancel: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            guard !state.isInvalid else { return nil }
            state.count += 1
            state.calls[state.count] = Session.RunningRequest(request, number: state.count, cancel)
            return state.count
        }
    }

    /// Notes the end of a call.
    func end(_ number: Int) {
        state.withLock { _ = $0.calls.removeValue(forKey: number) }
    }

    /// Cancels all calls, and with `invalidates` all later ones, too.
    func cancelAll(invalidates: Bool = false) {
        if invalidates { invalidate() }
        for call in all { call.cancel() }
    }

    /// The calls, in the order in which they began.
    var all: [Session.RunningRequest] {
        state.withLock { $0.calls.values }.sorted { $0.number < $1.number }
    }

    /// Refuses later calls.
    func invalidate() {
        state.withLock { $0.isInvalid = true }
    }
}

extension Session {
    /// A request that is under way, as ``withAllRequests(perform:)`` gives it.
    public final class RunningRequest: Hashable, Sendable {
        /// The request, before the interceptor and the plugins changed it.
        public let request: URLRequest?
        fileprivate let number: Int
        private let end: @Sendable () -> Void

        fileprivate init(_ request: URLRequest, number: Int, _ end: @escaping @Sendable () -> Void) {
            self.request = request
            self.number = number
            self.end = end
        }

        /// The request, before the interceptor and the plugins changed it.
        public var originalRequest: URLRequest? { request }

        /// Cancels the request.
        @discardableResult
        public func cancel() -> Self {
            end()
            return self
        }

        public static func == (left: RunningRequest, right: RunningRequest) -> Bool { left === right }

        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Gives the requests that are under way to a closure, on a queue of the system.
    ///
    /// - Parameter action: Receives the requests. It may cancel them.
    public func withAllRequests(perform action: @escaping @Sendable (Set<RunningRequest>) -> Void) {
        DispatchQueue.global().async { [calls] in action(Set(calls.all)) }
    }

    /// The configuration, and methods of `URLSession` for the requests that are under way.
    public final class UnderlyingSession: @unchecked Sendable {  // Unchecked for the configuration.
        /// The configuration.
        public let configuration: URLSessionConfiguration
        private let calls: RunningCalls

        init(_ configuration: URLSessionConfiguration, _ calls: RunningCalls) {
            self.configuration = configuration
            self.calls = calls
        }

        /// Cancels all calls that are under way. Later calls fail with ``AFError/sessionInvalidated(error:)``.
        public func invalidateAndCancel() {
            calls.cancelAll(invalidates: true)
        }

        /// Lets calls end that are under way. Later calls fail with ``AFError/sessionInvalidated(error:)``.
        public func finishTasksAndInvalidate() {
            calls.invalidate()
        }

        /// Gives the requests that are under way to a closure, on a queue of the system.
        ///
        /// - Parameter completionHandler: Receives the requests, in the order of their calls. It may cancel them.
        public func getAllTasks(completionHandler: @escaping @Sendable ([RunningRequest]) -> Void) {
            DispatchQueue.global().async { [calls] in completionHandler(calls.all) }
        }
    }
}
#endif
