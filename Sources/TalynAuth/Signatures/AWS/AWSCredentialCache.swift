#if canImport(CryptoKit) || Crypto
import _TalynFoundation
import _TalynSupport

/// The credentials of a source, which are loaded anew before they expire.
///
/// All calls share one loading. A call waits for it only without valid credentials. So a source that hangs or fails stops nobody as long
/// as the old credentials are valid. If all calls that wait are cancelled, the loading is cancelled, and the next call starts another.
/// After a minute, the loading is cancelled, too, and the calls that wait for it fail.
final class AWSCredentialCache: Sendable {
    private struct State {
        var credentials: AWSCredentials?
        var isFreshUntil = Date.distantPast
        /// The time after which credentials without an expiration are loaded anew, also if the date was set back.
        var end = Duration.longest

        func fresh(at date: Date, _ now: Duration) -> AWSCredentials? {
            isFreshUntil > date && end > now ? credentials : nil
        }
    }

    private let source: AWSCredentialSource
    private let now: @Sendable () -> Date
    private let time: TimeSource
    private let state = Locked(State())
    private let loading = SingleFlight<SoleKey, Promise<Result<AWSCredentials, any Error>>>()

    init(source: AWSCredentialSource, now: @escaping @Sendable () -> Date, time: TimeSource) {
        self.source = source
        self.now = now
        self.time = time
    }

    /// The credentials. New ones are returned even if they have expired by the local clock.
    ///
    /// - Throws: ``SignatureError`` without valid credentials, the errors of the source, and `CancellationError`.
    func credentials(at date: Date) async throws -> AWSCredentials {
        let known = state.withLock { $0 }
        if let fresh = known.fresh(at: date, time.now) { return fresh }
        if let credentials = known.credentials, credentials.isValid(at: date) {
            loading.start(.sole, load)
            return credentials
        }
        let credentials = try await loading.value(for: .sole, load)
        // The local clock can be wrong. The server's response then corrects it.
        guard credentials.isValid(at: date) || credentials != known.credentials else {
            throw SignatureError.expiredAWSCredentials
        }
        return credentials
    }

    @Sendable private func load(_: Int) async throws -> AWSCredentials {
        // Another loading can have ended before this one began.
        let (date, start) = (now(), time.now)
        if let fresh = state.withLock({ $0.fresh(at: date, start) }) { return fresh }
        do {
            let limit = AppLimit(time: time)
            guard let credentials = try await limit.value(of: source.load, orThrow: SignatureError.slowAWSSource) else {
                throw source.absence() ?? SignatureError.noAWSCredentials
            }
            keep(credentials)
            return credentials
        } catch {
            keep(nil)
            throw error
        }
    }

    /// Takes what the source gave; nil for a failure. The result of a cancelled loading has no effect.
    private func keep(_ credentials: AWSCredentials?) {
        guard !Task.isCancelled else { return }
        let date = now()
        let time = time.now
        state.withLock { state in
            // A source that gives nothing new is not asked for each call.
            let pauseEnd = date.addingTimeInterval(Self.pause)
            if let credentials {
                state.credentials = credentials
                state.isFreshUntil = date.addingTimeInterval(Self.margin)
                state.end = credentials.expiration == nil ? time + .seconds(Self.margin) : .longest
                if let end = credentials.expiration {
                    state.isFreshUntil = max(end.addingTimeInterval(-Self.margin), min(pauseEnd, end))
                }
            } else {
                state.isFreshUntil = min(pauseEnd, state.credentials?.expiration ?? pauseEnd)
                state.end = .longest
            }
        }
    }

    /// The seconds before an expiration at which credentials are renewed, and the seconds for which others are kept.
    private static let margin: TimeInterval = 300

    /// The seconds between two loadings while the credentials are valid.
    private static let pause: TimeInterval = 5
}

extension AWSCredentials {
    fileprivate func isValid(at date: Date) -> Bool { expiration.map { $0 > date } ?? true }
}
#endif
