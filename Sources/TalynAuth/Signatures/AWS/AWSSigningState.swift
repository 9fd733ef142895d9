#if Crypto || canImport(CryptoKit)
import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state that all signatures of a plugin share: the credentials, the key of the day, and the difference to the server's clock.
final class AWSSigningState: Sendable {
    private struct State {
        var credentials: AWSCredentials?
        var isFreshUntil = Date.distantPast
        var loading: Task<AWSCredentials, any Error>?
        var scope: AWSSigningScope?
        var day: Substring = ""
        /// The server's time less the local time.
        var offset: TimeInterval = 0
    }

    private let source: AWSCredentialSource
    private let region: String
    private let service: String
    private let now: @Sendable () -> Date
    private let state = Locked(State())

    init(source: AWSCredentialSource, region: String, service: String, now: @escaping @Sendable () -> Date) {
        self.source = source
        self.region = region
        self.service = service
        self.now = now
    }

    /// The time by the server's clock, as far as it is known, and the key for it.
    func scope() async throws -> (time: AWSTimestamp, scope: AWSSigningScope) {
        let local = now()
        let known = state.withLock { $0.credentials != nil && $0.isFreshUntil > local ? $0.credentials : nil }
        let credentials = if let known { known } else { try await load(at: local) }
        return state.withLock { state in
            let time = AWSTimestamp(local.addingTimeInterval(state.offset))
            if let scope = state.scope, state.day == time.day, scope.credentials == credentials { return (time, scope) }
            let scope = AWSSigningScope(day: time.day, region: region, service: service, credentials: credentials)
            state.scope = scope
            state.day = time.day
            return (time, scope)
        }
    }

    /// Loads the credentials. Calls that wait at the same time share one loading.
    private func load(at date: Date) async throws -> AWSCredentials {
        let loading = state.withLock { state in
            if let loading = state.loading { return loading }
            let loading = Task { [source] in
                guard let credentials = try await source.load() else { throw SignatureError.noAWSCredentials }
                return credentials
            }
            state.loading = loading
            return loading
        }
        let result = await loading.result
        let credentials: AWSCredentials? = state.withLock { state in
            if state.loading == loading {
                state.loading = nil
                if case .success(let credentials) = result {
                    state.credentials = credentials
                    state.isFreshUntil =
                        credentials.expiration?.addingTimeInterval(-Self.margin) ?? date.addingTimeInterval(Self.margin)
                }
            }
            // Credentials that are still valid are better than none.
            if case .failure = result, let old = state.credentials, let end = old.expiration, end > date { return old }
            return nil
        }
        if let credentials { return credentials }
        let loaded = try result.get()
        if let end = loaded.expiration, end <= date { throw SignatureError.expiredAWSCredentials }
        return loaded
    }

    /// The seconds before an expiration at which credentials are renewed, and the seconds for which others are kept.
    private static let margin: TimeInterval = 300

    /// Notes the time of a response that refused a request. Returns whether the next signature has another time for it.
    func learnTime(of response: TransportResponse) -> Bool {
        let local = now()
        guard let text = response.headerFields[.date], let date = HTTPDate.date(text, at: { local }) else {
            return false
        }
        return state.withLock { state in
            let offset = date.timeIntervalSince(local)
            // AWS accepts a difference of five minutes for some services, and of fifteen for others.
            guard abs(offset - state.offset) > 240 else { return false }
            state.offset = abs(offset) > 1 ? offset : 0
            return true
        }
    }
}
#endif
