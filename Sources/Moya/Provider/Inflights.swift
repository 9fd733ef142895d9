import Foundation
import Talyn

/// The calls of a provider that are under way, for identical ones to join.
final class Inflights: @unchecked Sendable {  // Unchecked for the handlers; `calls` is their lock.
    private let calls = Locked<[EndpointIdentity: Call]>([:])

    /// The completions of all calls.
    var completions: [Endpoint: [Completion]] {
        let calls = calls.withLock { calls in calls.values.map { ($0.endpoint, $0.members.map(\.completion)) } }
        // Endpoints are compared by the app's encodings, and so not under the lock.
        return Dictionary(calls) { first, _ in first }
    }

    /// Joins the call of an identical endpoint if there is one, and otherwise notes a new one.
    ///
    /// A call can't be joined once its result is there, nor after its last member has cancelled.
    ///
    /// - Returns: The call, and whether it is a new one.
    func join(_ endpoint: Endpoint, _ member: Member) -> (call: Call, isNew: Bool) {
        let identity = EndpointIdentity(endpoint)
        return calls.withLock { calls in
            let joined = calls[identity].flatMap { $0.isOpen ? $0 : nil }
            let call = joined ?? Call(endpoint, identity, in: self)
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
            return call.members.filter { !$0.isDone }
        }
        for member in members where begin(member) { member.completion(result) }
        calls.withLock { calls in
            if calls[call.identity] === call { calls[call.identity] = nil }
        }
    }

    /// Marks a member as complete; false if it was before.
    private func begin(_ member: Member) -> Bool {
        calls.withLock { _ in
            defer { member.isDone = true }
            return !member.isDone
        }
    }

    fileprivate func members(of call: Call) -> [Member] {
        calls.withLock { _ in call.members.filter { !$0.isDone } }
    }

    fileprivate func isCancelled(_ member: Member) -> Bool {
        calls.withLock { _ in member.wasCancelled }
    }

    /// Cancels a member: alone if others wait for the same request, and together with the request otherwise.
    fileprivate func cancel(_ member: Member) {
        let (leaves, token) = calls.withLock { _ -> (leaves: Bool, token: CallToken?) in
            guard let call = member.call, !member.wasCancelled else { return (false, nil) }
            member.wasCancelled = true
            guard !member.isDone, !call.isFinished else { return (false, nil) }
            if call.members.contains(where: { !$0.wasCancelled && !$0.isDone }) {
                member.isDone = true
                call.members.removeAll { $0 === member }
                return (true, nil)
            }
            call.isOpen = false
            return (false, call.token)
        }
        token?.cancel()
        guard leaves else { return }
        (member.queue ?? .main).async { member.completion(.failure(.cancelled)) }
    }
}

extension Inflights {
    /// One request, and the calls that share it. The table's lock guards it.
    final class Call: @unchecked Sendable {
        let endpoint: Endpoint
        let token = CallToken()
        fileprivate let identity: EndpointIdentity
        fileprivate var members: [Member] = []
        fileprivate var isFinished = false {
            didSet { isOpen = false }
        }
        /// Whether others may join.
        fileprivate var isOpen = true
        fileprivate let table: Inflights

        fileprivate init(_ endpoint: Endpoint, _ identity: EndpointIdentity, in table: Inflights) {
            self.endpoint = endpoint
            self.identity = identity
            self.table = table
        }

        /// Gives the progress of the request to all members.
        func report(_ progress: ProgressResponse) {
            for member in table.members(of: self) { member.progress?(progress) }
        }
    }

    /// A call that shares a request with others. The table's lock guards its variables.
    final class Member: Cancellable, @unchecked Sendable {
        let completion: Completion
        let progress: ProgressBlock?
        let queue: DispatchQueue?
        fileprivate var call: Call?
        fileprivate var isDone = false
        fileprivate var wasCancelled = false

        init(completion: @escaping Completion, progress: ProgressBlock?, queue: DispatchQueue?) {
            self.completion = completion
            self.progress = progress
            self.queue = queue
        }

        var isCancelled: Bool { call?.table.isCancelled(self) ?? false }

        func cancel() { call?.table.cancel(self) }
    }
}
