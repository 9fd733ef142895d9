import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AuthenticationPlugin {
    public func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        guard applies(to: target), !RefreshScope.isWithin(self), endpoint.mayHaveCredentials(at: endpoint.url)
        else { return try await next(endpoint) }
        let version = try await usableVersion(for: endpoint)
        let result = await Result.of(authenticated(endpoint, by: version), by: next)
        guard let refusal = refusal(in: result) else { return try result.get() }
        guard endpoint.canBeSentAgain else {
            endpoint.note("the credential was refused, but the body can't be sent again", by: self)
            renewForOthers(version)
            return try result.get()
        }
        let newer: Version?
        do {
            newer = try await newerVersion(than: version, refusedBy: refusal, for: endpoint)
        } catch {
            if error.response == nil { refusal.removeFile() }
            throw error
        }
        guard let newer else { return try result.get() }
        endpoint.noteRetry("the credential was refused", by: self)
        refusal.removeFile()
        return try await next(authenticated(endpoint, by: newer))
    }

    private func authenticated(_ endpoint: Endpoint, by version: Version) -> Endpoint {
        guard let credential = version.credential else { return endpoint }
        // Not the endpoint itself, whose record holds what the plugin makes of it.
        return endpoint.adapting(by: self) { [authenticator, origins = endpoint.credentialOrigins] request in
            guard let url = request.url?.absoluteString, origins?.contain(url) != false else { return }
            try await authenticator.apply(credential, to: &request)
        }
    }

    /// The response with which the server refused the credential, if it did.
    private func refusal(in result: Result<Response, TalynError>) -> Response? {
        // Another plugin of this kind has dealt with the response that its error holds.
        if case .failure(let error) = result, error.underlyingError is AuthenticationError { return nil }
        guard let response = result.response, authenticator.isRejected(response) else { return nil }
        return response
    }

    /// What a call is to be made with.
    private func usableVersion(for endpoint: Endpoint) async throws(TalynError) -> Version {
        let step = state.withLock { $0.begin(Waiter()) }
        guard case .proceed(let version) = step else { return try await outcome(of: step, nil, for: endpoint) }
        if let credential = version.credential {
            guard authenticator.needsRefresh(credential, at: date()) else { return version }
        } else if obtain == nil {
            return version
        }
        return try await outcome(of: renewal(of: version, isRefused: false), nil, for: endpoint)
    }

    /// What a refused call is to be made again with; nil if there is nothing better.
    private func newerVersion(
        than version: Version,
        refusedBy response: Response,
        for endpoint: Endpoint
    ) async throws(TalynError) -> Version? {
        let newer = try await outcome(of: renewal(of: version, isRefused: true), response, for: endpoint)
        guard newer.generation != version.generation, newer.credential != nil else { return nil }
        // What one user asked for must not be done in the name of another who has signed in since.
        return newer.removals == version.removals ? newer : nil
    }

    /// Sees that the calls after one that can't be repeated have a better credential.
    private func renewForOthers(_ version: Version) {
        switch renewal(of: version, isRefused: true) {
        case .start(_, _, let place), .wait(_, let place): state.withLock { $0.leave(place) }
        case .proceed, .fail: break
        }
    }

    /// What a call has to do that has no use for the version. A refresh that has to be started is.
    private func renewal(of version: Version, isRefused: Bool) -> Machine.Step {
        let now = time.now
        let step = state.withLock { $0.renew(version, isRefused: isRefused, now: now, Waiter()) }
        if case .start(let refresh, _, _) = step { start(refresh, of: version.credential) }
        return step
    }

    /// What a step leads to.
    private func outcome(
        of step: Machine.Step,
        _ refusal: Response?,
        for endpoint: Endpoint
    ) async throws(TalynError) -> Version {
        switch step {
        case .proceed(let version):
            return version
        case .fail(let error):
            throw .underlying(error, refusal)
        case .wait(let waiter, let place), .start(_, let waiter, let place):
            if case .start = step {
                endpoint.note("asked for a new credential", by: self)
            } else {
                endpoint.note("waits for the new credential that another call has asked for", by: self)
            }
            guard let outcome = await waiter.value() else {
                state.withLock { $0.leave(place) }
                throw .cancelled
            }
            do {
                return try outcome.get()
            } catch {
                throw .underlying(error, refusal)
            }
        }
    }

    /// Runs a refresh in a task of its own, which no cancellation of a call reaches.
    private func start(_ refresh: Int, of credential: A.Credential?) {
        let scope = RefreshScope(of: self)
        RefreshScope.$current.withValue(RefreshScope.underWay + [scope]) {
            Task.immediately { [self] in
                let result = await refreshed(credential)
                scope.end()
                let (waiters, outcome) = state.withLock { $0.finish(refresh, with: result) }
                for waiter in waiters { waiter.resolve(outcome) }
            }
        }
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
