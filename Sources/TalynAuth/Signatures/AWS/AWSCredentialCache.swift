import _TalynSupport

#if canImport(CryptoKit) || Crypto
import TalynCore
import TalynPlugins

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The credentials of a source, which are loaded anew before they expire.
///
/// All calls share one loading. A call waits for it only without valid credentials. So a source that hangs or fails stops nobody as long
/// as the old credentials are valid. If all calls that wait are cancelled, the loading is cancelled, and the next call starts another.
/// After a minute, the loading is cancelled, too, and the calls that wait for it fail.
final class AWSCredentialCache: Sendable {
    private typealias Waiter = Promise<Result<AWSCredentials, any Error>>

    private struct State {
        var credentials: AWSCredentials?
        var isFreshUntil = Date.distantPast
        var loading: Task<Void, Never>?
        var waiters: [Int: Waiter] = [:]
        /// The number of loadings and waiters so far.
        var count = 0
        /// The number of the current loading.
        var loadingNumber = 0
    }

    private enum Step {
        case use(AWSCredentials)
        case wait(Int, Waiter)
    }

    private let source: AWSCredentialSource
    private let now: @Sendable () -> Date
    private let time: TimeSource
    private let state = Locked(State())

    init(source: AWSCredentialSource, now: @escaping @Sendable () -> Date, time: TimeSource) {
        self.source = source
        self.now = now
        self.time = time
    }

    /// The credentials.
    ///
    /// - Throws: ``SignatureError`` without valid credentials, the errors of the source, and `CancellationError`.
    func credentials(at date: Date) async throws -> AWSCredentials {
        switch step(at: date) {
        case .use(let credentials): return credentials
        case .wait(let number, let waiter):
            guard let result = await waiter.value() else {
                stopWaiting(number)
                throw CancellationError()
            }
            let credentials = try result.get()
            if let end = credentials.expiration, end <= date { throw SignatureError.expiredAWSCredentials }
            return credentials
        }
    }

    private func step(at date: Date) -> Step {
        state.withLock { state in
            if let credentials = state.credentials, state.isFreshUntil > date { return .use(credentials) }
            if state.loading == nil {
                state.count += 1
                state.loadingNumber = state.count
                state.loading = Task.inScope { [self, number = state.count] in await load(number) }
            }
            if let credentials = state.credentials, credentials.expiration.map({ $0 > date }) ?? true {
                return .use(credentials)
            }
            state.count += 1
            let waiter = Waiter()
            state.waiters[state.count] = waiter
            return .wait(state.count, waiter)
        }
    }

    private func load(_ number: Int) async {
        let limit = time.timer(for: Self.limit)
        // The calls continue at the limit, even if the source ignores its cancellation.
        let timer = Task.inScope { [self] in
            guard (try? await limit.wait()) != nil else { return }
            end(number, .failure(SignatureError.slowAWSSource))?.cancel()
        }
        let result: Result<AWSCredentials, any Error>
        do {
            guard let credentials = try await source.load() else {
                throw source.absence() ?? SignatureError.noAWSCredentials
            }
            result = .success(credentials)
        } catch {
            result = .failure(error)
        }
        timer.cancel()
        end(number, result)
    }

    /// Ends a loading, and resumes the calls that wait for it. Returns its task; nil if it isn't the current one any more.
    @discardableResult
    private func end(_ number: Int, _ result: Result<AWSCredentials, any Error>) -> Task<Void, Never>? {
        let date = now()
        let (loading, waiters) = state.withLock { state -> (Task<Void, Never>?, [Waiter]) in
            // Another loading replaced one that was cancelled.
            guard state.loadingNumber == number else { return (nil, []) }
            state.loadingNumber = 0
            // A source that gives nothing new is not asked for each call.
            let pauseEnd = date.addingTimeInterval(Self.pause)
            switch result {
            case .success(let credentials):
                state.credentials = credentials
                state.isFreshUntil = date.addingTimeInterval(Self.margin)
                if let end = credentials.expiration {
                    state.isFreshUntil = max(end.addingTimeInterval(-Self.margin), min(pauseEnd, end))
                }
            case .failure:
                state.isFreshUntil = min(pauseEnd, state.credentials?.expiration ?? pauseEnd)
            }
            defer { state.waiters = [:] }
            return (state.loading.take(), Array(state.waiters.values))
        }
        for waiter in waiters { waiter.resolve(result) }
        return loading
    }

    private func stopWaiting(_ number: Int) {
        let loading = state.withLock { state in
            guard state.waiters.removeValue(forKey: number) != nil, state.waiters.isEmpty else {
                return nil as Task<Void, Never>?
            }
            state.loadingNumber = 0
            return state.loading.take()
        }
        loading?.cancel()
    }

    /// The longest time for a loading.
    private static let limit = Duration.seconds(60)

    /// The seconds before an expiration at which credentials are renewed, and the seconds for which others are kept.
    private static let margin: TimeInterval = 300

    /// The seconds between two loadings while the credentials are valid.
    private static let pause: TimeInterval = 5
}
#endif
