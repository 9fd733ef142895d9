#if !Alamofire
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import Talyn

/// The calls of a session that are under way.
final class RunningCalls: Sendable {
    private struct State {
        var cancellations: [Int: @Sendable () -> Void] = [:]
        var count = 0
        var isInvalid = false
    }

    private let state = Locked(State())

    /// Notes a call, and cancels it at once if the session was invalidated.
    ///
    /// - Returns: The number by which ``end(_:)`` knows the call.
    func begin(_ cancel: @escaping @Sendable () -> Void) -> Int {
        let (number, isInvalid) = state.withLock { state in
            state.count += 1
            state.cancellations[state.count] = cancel
            return (state.count, state.isInvalid)
        }
        if isInvalid { cancel() }
        return number
    }

    /// Notes the end of a call.
    func end(_ number: Int) {
        state.withLock { _ = $0.cancellations.removeValue(forKey: number) }
    }

    /// Cancels all calls, and with `invalidates` all later ones, too.
    func cancelAll(invalidates: Bool = false) {
        let cancellations = state.withLock { state in
            if invalidates { state.isInvalid = true }
            return state.cancellations.sorted { $0.key < $1.key }.map(\.value)
        }
        for cancel in cancellations { cancel() }
    }

    /// Refuses later calls.
    func invalidate() {
        state.withLock { $0.isInvalid = true }
    }
}

extension Session {
    /// The configuration, and the invalidating methods of `URLSession`.
    public final class UnderlyingSession: @unchecked Sendable {  // Unchecked for the configuration.
        /// The configuration.
        public let configuration: URLSessionConfiguration
        private let calls: RunningCalls

        init(_ configuration: URLSessionConfiguration, _ calls: RunningCalls) {
            self.configuration = configuration
            self.calls = calls
        }

        /// Cancels all calls that are under way. Later calls fail as cancelled.
        public func invalidateAndCancel() {
            calls.cancelAll(invalidates: true)
        }

        /// Lets calls end that are under way. Later calls fail as cancelled.
        public func finishTasksAndInvalidate() {
            calls.invalidate()
        }
    }
}
#endif
