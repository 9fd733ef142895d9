import HTTPTypes
public import TalynCore
import _TalynSupport

extension AuthenticationPlugin {
    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard applies(to: context.target), !RefreshScope.isWithin(self), context.allowsCredentials(for: endpoint)
        else { return try await next(endpoint) }
        let version = try await usableVersion(for: context)
        // A plugin around this one can have repeated the call. After a sign-out, the credential can be another user's.
        let removals =
            context[VersionsInUse<A.Credential>.self]?[ObjectIdentifier(self)]?.removals ?? version.removals
        guard version.credential == nil || version.removals == removals else {
            throw TalynError(AuthenticationError(.signedOut))
        }
        use(version, removals, in: context)
        let result = await Result(of: next, for: endpoint)
        guard let rejection = rejection(in: result) else { return try result.get() }
        guard context.canBeSentAgain(endpoint) else {
            context.note("the server rejected the credential, but the body can't be sent again", by: self)
            refreshForLaterCalls(version)
            return try result.get()
        }
        let newer: Version?
        do {
            newer = try await newerVersion(than: version, rejectedBy: rejection, for: context)
        } catch {
            if error.response == nil { rejection.removeFile() }
            throw error
        }
        guard let newer, newer.removals == removals else { return try result.get() }
        context.noteRetry("the server rejected the credential", by: self)
        rejection.removeFile()
        use(newer, removals, in: context)
        return try await next(endpoint)
    }

    /// Lets the next attempts of a call use a version of the credential.
    ///
    /// - Parameter removals: The number of removals before the first attempt.
    private func use(_ version: Version, _ removals: Int, in context: CallContext) {
        var versions = context[VersionsInUse<A.Credential>.self] ?? [:]
        versions[ObjectIdentifier(self)] = (version, removals)
        context[VersionsInUse<A.Credential>.self] = versions
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        guard let version = context[VersionsInUse<A.Credential>.self]?[ObjectIdentifier(self)]?.version,
            let credential = version.credential, context.allowsCredentials(for: request)
        else { return }
        let previous = request
        try await authenticator.apply(credential, to: &request)
        let names = request.head.namesChanged(since: previous.head)
        if !names.isEmpty { request.credentialNames.formUnion(names) }
    }

    /// Returns the response with which the server rejected the credential; nil if it didn't.
    private func rejection(in result: Result<Response, TalynError>) -> Response? {
        // Another authentication plugin has already handled the response of its error.
        if case .failure(let error) = result, error.reason == .authentication { return nil }
        guard let response = result.response, authenticator.isRejected(response) else { return nil }
        return response
    }

    /// Returns the credential for a new call, refreshed if it expires.
    private func usableVersion(for context: CallContext) async throws(TalynError) -> Version {
        let step = state.withLock { $0.begin(Waiter()) }
        guard case .proceed(let version) = step else { return try await result(of: step, nil, for: context) }
        if let credential = version.credential {
            guard authenticator.needsRefresh(credential, at: date()) else { return version }
        } else if obtain == nil {
            return version
        }
        return try await result(of: renewal(of: version, isRejected: false), nil, for: context)
    }

    /// Returns the credential to repeat a rejected call with; nil if there is no better one.
    private func newerVersion(
        than version: Version,
        rejectedBy response: Response,
        for context: CallContext
    ) async throws(TalynError) -> Version? {
        let newer = try await result(of: renewal(of: version, isRejected: true), response, for: context)
        guard newer.generation != version.generation, newer.credential != nil else { return nil }
        // After a sign-out, the new credential can be another user's. It must not repeat a call of the first user.
        return newer.removals == version.removals ? newer : nil
    }

    /// Starts a refresh after a rejected call that can't be repeated, without waiting for it.
    private func refreshForLaterCalls(_ version: Version) {
        switch renewal(of: version, isRejected: true) {
        case .start(_, let ticket), .wait(_, let ticket): state.withLock { $0.leave(ticket) }
        case .proceed, .fail: break
        }
    }

    /// Returns the step for a call that can't use a version, and starts a refresh if that is the step.
    private func renewal(of version: Version, isRejected: Bool) -> Machine.Step {
        let now = time.now
        let step = state.withLock { $0.renew(version, isRejected: isRejected, now: now, Waiter()) }
        if case .start(_, let ticket) = step { start(ticket.flight, of: version.credential) }
        return step
    }

    /// Performs a step and returns the credential that results from it.
    private func result(
        of step: Machine.Step,
        _ rejection: Response?,
        for context: CallContext
    ) async throws(TalynError) -> Version {
        switch step {
        case .proceed(let version):
            return version
        case .fail(let error):
            throw TalynError(error, response: rejection)
        case .wait(let waiter, let ticket), .start(let waiter, let ticket):
            if case .start = step {
                context.note("requests a new credential", by: self)
                context[CredentialRefreshes.self] = (context[CredentialRefreshes.self] ?? 0) + 1
            } else {
                context.note("waits for a new credential that another call requested", by: self)
            }
            guard let result = await waiter.value() else {
                state.withLock { $0.leave(ticket) }
                throw .cancelled
            }
            do {
                return try result.get()
            } catch {
                throw TalynError(error, response: rejection)
            }
        }
    }

    /// Runs a refresh in its own task, so that cancelling a call doesn't cancel it.
    private func start(_ refresh: Int, of credential: A.Credential?) {
        let scope = RefreshScope(of: self)
        let limit = time.timer(for: refreshTimeout)
        let work = Promise<Task<Void, Never>>()
        // The calls continue at the limit, even if the authenticator ignores its cancellation.
        let alarm = Task.inScope { [self] in
            guard (try? await limit.wait()) != nil else { return }
            let error = AuthenticationError(.refreshFailed, underlyingError: TransportError(.timedOut))
            let now = time.now
            end { $0.timeOut(refresh, with: error, now: now) }
            await work.value()?.cancel()
        }
        let task = RefreshScope.$current.withValue(RefreshScope.running + [scope]) {
            Task.immediately { [self] in
                let result = await refreshed(credential)
                scope.end()
                let now = time.now
                end { $0.finish(refresh, with: result, now: now) }
                alarm.cancel()
            }
        }
        work.resolve(task)
    }

    /// Resumes the calls that waited for a refresh, and tells the app.
    private func end(_ change: (inout Machine) -> Machine.EndOfRefresh) {
        let refresh = state.withLock { machine in
            let refresh = change(&machine)
            if let event = refresh.event { watchers.add(event) }
            return refresh
        }
        for waiter in refresh.waiters { waiter.resolve(refresh.outcome) }
        watchers.send()
    }

    private func refreshed(_ credential: A.Credential?) async -> Result<A.Credential, AuthenticationError> {
        do {
            if let credential { return .success(try await authenticator.refresh(credential)) }
            guard let obtain else { return .failure(AuthenticationError(.refreshFailed)) }
            return .success(try await obtain())
        } catch {
            return .failure(AuthenticationError(.refreshFailed, underlyingError: error))
        }
    }
}

/// The number of new credentials that a call has requested: `context[CredentialRefreshes.self]`.
public enum CredentialRefreshes: CallContextKey {
    public typealias Value = Int
}

/// The versions of the credential that a call uses, by their plugins.
private enum VersionsInUse<Credential: Sendable>: CallContextKey {
    typealias Value = [ObjectIdentifier: (version: CredentialVersion<Credential>, removals: Int)]
}

/// A running refresh, visible to the tasks that it starts.
final class RefreshScope: Sendable {
    /// The refreshes around the current task. There are several if a refresh waits for that of another plugin.
    @TaskLocal static var current: [RefreshScope] = []

    private let plugin: ObjectIdentifier
    private let hasEnded = Locked(false)

    init(of plugin: AnyObject) {
        self.plugin = ObjectIdentifier(plugin)
    }

    /// The refreshes around the current task that have not ended.
    static var running: [RefreshScope] { current.filter { !$0.hasEnded.withLock { $0 } } }

    /// Whether the current task is part of a running refresh of the plugin.
    static func isWithin(_ plugin: AnyObject) -> Bool {
        let scopes = current
        guard !scopes.isEmpty else { return false }
        let id = ObjectIdentifier(plugin)
        return scopes.contains { $0.plugin == id && !$0.hasEnded.withLock { $0 } }
    }

    func end() {
        hasEnded.withLock { $0 = true }
    }
}
