#if canImport(CryptoKit) || Crypto
import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The state that all signatures of a plugin share: the credentials, the key of the day, and the difference to the server's clock.
final class AWSSigningState: Sendable {
    private struct State {
        var scope: AWSSigningScope?
        var day: Substring = ""
        /// The server's time less the local time.
        var offset: TimeInterval = 0
    }

    private let credentials: AWSCredentialCache
    private let region: String
    private let service: String
    private let now: @Sendable () -> Date
    private let state = Locked(State())

    init(source: AWSCredentialSource, region: String, service: String, now: @escaping @Sendable () -> Date) {
        credentials = AWSCredentialCache(source: source, now: now)
        self.region = region
        self.service = service
        self.now = now
    }

    /// The time by the server's clock, as far as it is known, the key for it, and its difference to the local time.
    func scope() async throws -> (time: AWSTimestamp, scope: AWSSigningScope, offset: TimeInterval) {
        let local = now()
        let credentials = try await credentials.credentials(at: local)
        return state.withLock { state in
            let time = AWSTimestamp(local.addingTimeInterval(state.offset))
            if let scope = state.scope, state.day == time.day, scope.credentials == credentials {
                return (time, scope, state.offset)
            }
            let scope = AWSSigningScope(day: time.day, region: region, service: service, credentials: credentials)
            state.scope = scope
            state.day = time.day
            return (time, scope, state.offset)
        }
    }

    /// Notes the time of a response that refused a request. Returns whether the next signature has another time for it.
    ///
    /// - Parameter used: The difference to the local time by which the request was signed. Another call can have corrected it since.
    func learnTime(of response: TransportResponse, to used: TimeInterval) -> Bool {
        let local = now()
        guard let text = response.headerFields[.date], let date = HTTPDate.date(text, at: { local }) else {
            return false
        }
        return state.withLock { state in
            let offset = date.timeIntervalSince(local)
            // AWS accepts a difference of five minutes for some services, and of fifteen for others.
            guard abs(offset - used) > 240 else { return false }
            state.offset = abs(offset) > 1 ? offset : 0
            return true
        }
    }
}
#endif
