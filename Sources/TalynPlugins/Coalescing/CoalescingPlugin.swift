public import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets identical calls at the same time share one request, if they are idempotent; see ``Endpoint/isIdempotent``.
///
/// ```swift
/// let github = Provider<GitHub>(plugins: [CoalescingPlugin(), RetryPlugin()])
/// ```
///
/// Calls are identical if they make the same request and read the response in the same way. Put the plugin first: the
/// plugins after it run once for all calls that share a request.
///
/// The plugin doesn't see the credentials that other plugins add to a request. On a server that calls for several users, name the
/// user of each call. Otherwise, one user can get the response of another one.
///
/// ```swift
/// CoalescingPlugin { _ in Caller.current?.name ?? "" }
/// ```
///
/// Cancelling a call doesn't affect the others. Cancelling the last one cancels the request. The plugins after it have the time
/// until the latest deadline of the calls. Downloads, streams, transfers, and calls with a streamed body don't share requests, nor
/// do calls of different providers.
public final class CoalescingPlugin: CallInterceptor {
    private struct State {
        var machine = CoalescingStateMachine<Key, Promise<Outcome>>()
        var tasks: [Int: Task<Void, Never>] = [:]
        /// The calls that make the requests.
        var contexts: [Int: CallContext] = [:]
    }

    /// The result of a request, and the call that made it.
    private struct Outcome: Sendable {
        let result: Result<Response, TalynError>
        let context: CallContext
    }

    private let state = Locked(State())
    private let user: @Sendable (CallContext) -> String

    /// Creates a plugin.
    ///
    /// - Parameter user: Returns the name of the user of a call. Only calls of the same user share requests.
    public init(user: @escaping @Sendable (CallContext) -> String = { _ in "" }) {
        self.user = user
    }

    /// Whether no call waits for a request.
    var isIdle: Bool { state.withLock { $0.machine.isEmpty && $0.tasks.isEmpty && $0.contexts.isEmpty } }

    /// The number of calls that wait for a request.
    var waiterCount: Int { state.withLock { $0.machine.joiners.count } }

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard let key = Key(endpoint, context, user: user(context)) else { return try await next(endpoint) }
        if Task.isCancelled { throw TalynError.cancelled }
        let waiter = Promise<Outcome>()
        let (ticket, isFirst, first) = state.withLock { state in
            let (ticket, isFirst) = state.machine.join(key, as: waiter)
            if isFirst { state.contexts[ticket.request] = context }
            return (ticket, isFirst, state.contexts[ticket.request])
        }
        if !isFirst {
            first?.extendTime(for: context)
        } else {
            start(ticket.request) {
                Outcome(result: await Result(of: next, for: endpoint), context: context)
            }
        }
        guard let outcome = await waiter.value() else {
            leave(ticket)
            throw TalynError.cancelled
        }
        context.share(outcome.context)
        return try outcome.result.get()
    }

    private func start(_ request: Int, _ operation: @escaping @Sendable () async -> Outcome) {
        let task = Task.immediately { [self] in
            let outcome = await operation()
            let waiters = state.withLock { state in
                state.tasks[request] = nil
                state.contexts[request] = nil
                return state.machine.finish(request)
            }
            for waiter in waiters { waiter.resolve(outcome) }
        }
        let isWanted = state.withLock { state in
            let isWanted = !state.machine.joiners(of: request).isEmpty
            if isWanted { state.tasks[request] = task }
            return isWanted
        }
        // The operation has finished, or all calls have left.
        if !isWanted { task.cancel() }
    }

    private func leave(_ ticket: CoalescingStateMachine<Key, Promise<Outcome>>.Ticket) {
        let abandoned = state.withLock { state in
            guard state.machine.leave(ticket) else { return nil as Task<Void, Never>? }
            state.contexts[ticket.request] = nil
            return state.tasks.removeValue(forKey: ticket.request)
        }
        abandoned?.cancel()
    }
}

extension CoalescingPlugin {
    /// The request of a call, and the rules by which its response is read.
    struct Key: Hashable, Sendable {
        let request: RequestIdentity
        /// Another provider can have another transport and other plugins.
        let provider: ObjectIdentifier
        let user: String
        let validation: StatusValidation
        /// The stubs or the recording of a test.
        let substitute: ObjectIdentifier?
        let envelope: ResponseEnvelope?
        /// Targets of another type read the response in another way.
        let targetType: ObjectIdentifier
        let authorizationType: AuthorizationType?
        /// The number of credential removals of each plugin: the next credential may be another user's.
        let credentialRemovals: [Int]
        let options: Options
        let mayHaveCredentials: Bool

        /// Nil for a call that can't share its request.
        init?(_ endpoint: Endpoint, _ context: CallContext, user: String = "") {
            if case .stream? = endpoint.body.upload { return nil }
            // A call that isn't idempotent, such as an order, is never shared: each one counts.
            guard context.isShareable, endpoint.isIdempotent, let request = endpoint.requestIdentity else { return nil }
            self.request = request
            provider = context.provider
            self.user = user
            validation = context.target.validation
            substitute = CallScope.current?.transport.map { ObjectIdentifier($0) }
            envelope = context.target.envelope
            targetType = ObjectIdentifier(type(of: context.target))
            authorizationType = (context.target as? any AccessTokenAuthorizable)?.authorizationType
            credentialRemovals = context.stations.all.compactMap { ($0 as? any CredentialHolder)?.removals }
            options = Options(endpoint.options)
            mayHaveCredentials = context.credentialOrigins.contain(endpoint.url)
        }
    }

    /// The options that affect the outcome of a call.
    struct Options: Hashable, Sendable {
        let timeout: Duration?
        let idleTimeout: Duration?
        let cache: CachePolicy?
        /// The store, or none.
        let cookies: ObjectIdentifier??
        let redirects: RedirectPolicy.Behavior?
        let redirectLimit: Int?
        let maximumResponseSize: Int64?
        let compression: BodyCompression?
        let secretHeaderFields: Set<String>

        init(_ options: RequestOptions) {
            timeout = options.timeout
            idleTimeout = options.idleTimeout
            cache = options.cache
            cookies = options.cookies.map { policy -> ObjectIdentifier? in
                if case .store(let store, _) = policy { ObjectIdentifier(store) } else { nil }
            }
            redirects = options.redirects?.behavior
            redirectLimit = options.redirects?.limit
            maximumResponseSize = options.maximumResponseSize
            compression = options.compression
            secretHeaderFields = options.secretHeaderFields
        }
    }
}
