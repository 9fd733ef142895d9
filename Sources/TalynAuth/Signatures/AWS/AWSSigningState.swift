#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import TalynCore
import _TalynSupport

/// The state that all signatures of a plugin share: the credentials, the key of the day, and the difference to the server's clock.
final class AWSSigningState: Sendable {
    private struct State {
        var scope: AWSSigningScope?
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
        // Expirations are compared with the server's clock, too.
        credentials = AWSCredentialCache(
            source: source,
            now: { [state] in now().addingTimeInterval(state.withLock(\.offset)) },
            time: time
        )
        self.region = region
        self.service = service
        self.now = now
    }

    /// The time by the server's clock, as far as it is known, and the key for it.
    func scope() async throws -> (date: Date, time: AWSTimestamp, scope: AWSSigningScope) {
        let local = now()
        let credentials = try await credentials.credentials(
            at: local.addingTimeInterval(state.withLock(\.offset))
        )
        return state.withLock { state in
            let date = local.addingTimeInterval(state.offset)
            let time = AWSTimestamp(date)
            if let scope = state.scope, scope.text.hasPrefix(time.day), scope.credentials == credentials {
                return (date, time, scope)
            }
            let scope = AWSSigningScope(day: time.day, region: region, service: service, credentials: credentials)
            state.scope = scope
            return (date, time, scope)
        }
    }

    /// The difference of the server's clock to the local time, by the date of a response; nil if the signature's time was right.
    ///
    /// - Parameter signed: The time of the signature. It can be wrong for a right clock, too: if the request waited for long.
    func clockOffset(in response: TransportResponse, toRequestOf signed: Date) -> TimeInterval? {
        let local = now()
        guard let text = response.headerFields[.date], let date = HTTPDate.date(text, at: { local }) else { return nil }
        // AWS accepts a difference of five minutes for some services, and of fifteen for others.
        return abs(date.timeIntervalSince(signed)) > 240 ? date.timeIntervalSince(local) : nil
    }

    /// Lets the next signatures have the time of the server's clock.
    func use(_ offset: TimeInterval) {
        state.withLock { $0.offset = abs(offset) > 1 ? offset : 0 }
    }
}
#endif
