import Foundation
import TalynCore
import _TalynSupport

/// The calls of a provider that are under way, for identical ones to join.
final class Inflights: @unchecked Sendable {  // Unchecked for the handlers; `calls` is their lock.
    private let calls = Locked<[EndpointIdentity: Call]>([:])

    /// The completions of all calls.
    var completions: [Endpoint: [Completion]] {
        let calls = calls.withLock { calls in
            calls.values.map { ($0.endpoint, $0.members.compactMap { $0.handlers?.completion }) }
        }
        // Endpoints are compared by the app's encodings, and so not under the lock.
        return Dictionary(calls) { first, _ in first }
    }

    /// Joins an open call of an identical endpoint, or adds a new call.
    ///
    /// A call can't be joined once its result is there, nor after its last member has cancelled.
    ///
    /// - Parameter isLive: Whether a server answers the call, if it is a new one.
    /// - Returns: The call, and whether it is a new one.
    func join(_ endpoint: Endpoint, _ member: Member, isLive: Bool) -> (call: Call, isNew: Bool) {
        let identity = EndpointIdentity(endpoint)
        return calls.withLock { calls in
            let joined = calls[identity].flatMap { $0.isOpen ? $0 : nil }
            let call = joined ?? Call(endpoint, identity, isLive: isLive, in: self)
            call.members.append(member)
            member.call = call
            calls[identity] = call
            return (call, joined == nil)
        }
    }

    /// Gives the result to the members of a call, and then forgets the call.
    func finish(_ call: Call, with result: Result<Response, MoyaError>) {
        let members = calls.withLock { _ in
            guard !call.isFinished else { return [Member]() }
            call.isFinished = true
            return call.members
        }
        for member in members { end(member)?(result) }
        // The app's closures are released after the lock: they may hold anything.
        let handlers = calls.withLock { calls in
            if calls[call.identity] === call { calls[call.identity] = nil }
            call.members = []
            return members.map { $0.handlers.take() }
        }
        withExtendedLifetime(handlers) {}
    }

    /// Marks a member as complete, and gives its completion; nil if it was complete before.
    private func end(_ member: Member) -> Completion? {
        calls.withLock { _ in
            guard !member.isDone else { return nil }
            member.isDone = true
            return member.handlers?.completion
        }
    }

    fileprivate func progressBlocks(of call: Call) -> [ProgressBlock] {
        calls.withLock { _ in call.members.filter { !$0.isDone }.compactMap { $0.handlers?.progress } }
    }

    fileprivate func isCancelled(_ member: Member) -> Bool {
        calls.withLock { _ in member.wasCancelled }
    }

    /// Cancels a member: alone if others wait for the same request, and together with the request otherwise.
    fileprivate func cancel(_ member: Member) {
        guard let call = member.call else { return }
        let (handlers, token) = calls.withLock { _ -> (handlers: Handlers?, token: CallToken?) in
            guard !member.wasCancelled else { return (nil, nil) }
            member.wasCancelled = true
            guard !member.isDone, !call.isFinished else { return (nil, nil) }
            if call.members.contains(where: { !$0.wasCancelled && !$0.isDone }) {
                member.isDone = true
                call.members.removeAll { $0 === member }
                return (member.handlers.take(), nil)
            }
            call.isOpen = false
            return (nil, call.token)
        }
        token?.cancel()
        guard let handlers else { return }
        // As if the call had a request of its own.
        let error = call.isLive && call.token.inner != nil ? MoyaError.explicitlyCancelled : .cancelled
        (handlers.queue ?? .main).async { handlers.completion(.failure(error)) }
    }
}

extension Inflights {
    /// One request, and the calls that share it. The table's lock guards it.
    final class Call: @unchecked Sendable {
        let endpoint: Endpoint
        let token = CallToken()
        /// Whether a server answers.
        fileprivate let isLive: Bool
        fileprivate let identity: EndpointIdentity
        fileprivate var members: [Member] = []
        fileprivate var isFinished = false {
            didSet { isOpen = false }
        }
        /// Whether others may join.
        fileprivate var isOpen = true
        fileprivate let table: Inflights

        fileprivate init(_ endpoint: Endpoint, _ identity: EndpointIdentity, isLive: Bool, in table: Inflights) {
            self.endpoint = endpoint
            self.isLive = isLive
            self.identity = identity
            self.table = table
        }

        /// Gives the progress of the request to all members.
        func report(_ progress: ProgressResponse) {
            for block in table.progressBlocks(of: self) { block(progress) }
        }
    }

    /// The closures of the app, and their queue.
    struct Handlers: @unchecked Sendable {  // Unchecked for the closures, which come as they are.
        let completion: Completion
        let progress: ProgressBlock?
        let queue: DispatchQueue?
    }

    /// A call that shares a request with others. The table's lock guards its variables.
    final class Member: Cancellable, @unchecked Sendable {
        /// Nil once the call is complete, so that the app may keep the member.
        fileprivate var handlers: Handlers?
        fileprivate var call: Call?
        fileprivate var isDone = false
        fileprivate var wasCancelled = false

        init(_ handlers: Handlers) {
            self.handlers = handlers
        }

        var isCancelled: Bool { call?.table.isCancelled(self) ?? false }

        func cancel() { call?.table.cancel(self) }
    }
}
