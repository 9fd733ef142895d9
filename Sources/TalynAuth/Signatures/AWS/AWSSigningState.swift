#if Crypto
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

    init(
        source: AWSCredentialSource,
        region: String,
        service: String,
        now: @escaping @Sendable () -> Date,
        time: TimeSource
    ) {
        credentials = AWSCredentialCache(source: source, now: now, time: time)
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

    /// The difference of the server's clock to the local time, by the date of a response; nil if it can't be why a signature was refused.
    ///
    /// - Parameter used: The difference to the local time by which the request was signed. Another call can have corrected it since.
    func clockOffset(in response: TransportResponse, unlike used: TimeInterval) -> TimeInterval? {
        let local = now()
        guard let text = response.headerFields[.date], let date = HTTPDate.date(text, at: { local }) else { return nil }
        let offset = date.timeIntervalSince(local)
        // AWS accepts a difference of five minutes for some services, and of fifteen for others.
        return abs(offset - used) > 240 ? offset : nil
    }

    /// Lets the next signatures have the time of the server's clock.
    func use(_ offset: TimeInterval) {
        state.withLock { $0.offset = abs(offset) > 1 ? offset : 0 }
    }
}
#endif
