import TalynPlugins
import TestSupport
import _TalynSupport

/// The failure of a store.
struct StoreFailure: Error {}

/// What a store does with its next requests.
enum StoreMood: Sendable {
    case answers
    case fails
    case hangs

    func beginRequest() async throws {
        switch self {
        case .answers: break
        case .fails: throw StoreFailure()
        case .hangs: try await Task.sleep(for: .seconds(1_000_000))
        }
    }
}

/// A store of permits in memory, which several plugins share as processes do.
final class MemoryRateLimitStore: RateLimitStore {
    private struct State {
        var fullTime = Duration.zero
        var blockEnd = Duration.zero
        var number = 0
        var requests: [RateLimitRequest] = []
        var mood = StoreMood.answers
    }

    private let state = Watched(State())
    private let now: @Sendable () -> Duration

    init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    var requests: [RateLimitRequest] { state.value.requests }

    func set(_ mood: StoreMood) { state.update { $0.mood = mood } }

    func requests(atLeast count: Int) async { await state.wait { $0.requests.count >= count } }

    func take(_ request: RateLimitRequest, key: String) async throws -> RateLimitGrant {
        let mood = state.update { state in
            state.requests.append(request)
            return state.mood
        }
        try await mood.beginRequest()
        let now = now()
        return state.update { state in
            let tolerance = request.interval * (request.burst - 1)
            state.blockEnd = max(state.blockEnd, now + (request.news?.retryAfter ?? .zero))
            state.fullTime = max(state.fullTime, now, state.blockEnd + tolerance)
            let delay = state.fullTime - tolerance - now
            var count = 0
            while count < request.count, delay + request.interval * count <= request.horizon { count += 1 }
            state.fullTime += request.interval * count
            state.number += count
            return RateLimitGrant(count: count, delay: delay, number: state.number)
        }
    }
}

/// A store of places in memory. It gives them to those that ask first.
final class MemoryConcurrencyLimitStore: ConcurrencyLimitStore {
    private struct State {
        var held: [String: Int] = [:]
        var requests: [ConcurrencyLimitRequest] = []
        var mood = StoreMood.answers
    }

    private let state = Watched(State())

    var requests: [ConcurrencyLimitRequest] { state.value.requests }
    var held: [Int] { state.value.held.values.sorted() }

    func set(_ mood: StoreMood) { state.update { $0.mood = mood } }

    func requests(atLeast count: Int) async { await state.wait { $0.requests.count >= count } }

    func renew(_ request: ConcurrencyLimitRequest, key: String) async throws -> ConcurrencyLimitGrant {
        let mood = state.update { state in
            state.requests.append(request)
            return state.mood
        }
        try await mood.beginRequest()
        return state.update { state in
            state.held[request.holder] = nil
            let free = request.limit - state.held.values.reduce(0, +)
            let places = max(min(request.wantedCount, free), 0)
            let held = max(places, request.runningCount, request.placeCount)
            if held > 0 { state.held[request.holder] = held }
            return ConcurrencyLimitGrant(count: places)
        }
    }
}

/// A store of one circuit in memory.
final class MemoryCircuitBreakerStore: CircuitBreakerStore {
    private struct State {
        var generation = 1
        var calls = 0
        var failures = 0
        var nextProbe: Duration?
        var probe = 0
        var reports: [CircuitBreakerReport] = []
        var mood = StoreMood.answers
    }

    private let state = Watched(State())
    private let now: @Sendable () -> Duration

    init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    var reports: [CircuitBreakerReport] { state.value.reports }

    func set(_ mood: StoreMood) { state.update { $0.mood = mood } }

    func reports(where condition: @escaping @Sendable ([CircuitBreakerReport]) -> Bool) async {
        await state.wait { condition($0.reports) }
    }

    func add(_ report: CircuitBreakerReport, key: String) async throws -> CircuitBreakerState {
        let mood = state.value.mood
        defer { state.update { $0.reports.append(report) } }
        try await mood.beginRequest()
        let now = now()
        return state.update { state in
            var granted: Int?
            let isCurrent = report.generation == state.generation || report.generation == 0
            if let nextProbe = state.nextProbe {
                switch report.probe {
                case .requested where nextProbe <= now:
                    state.probe += 1
                    state.nextProbe = now + report.resetTimeout
                    granted = state.probe
                case .succeeded(state.probe) where isCurrent:
                    (state.nextProbe, state.generation) = (nil, state.generation + 1)
                    (state.calls, state.failures) = (0, 0)
                case .failed(state.probe) where isCurrent:
                    state.nextProbe = now + report.resetTimeout
                case .unknown(state.probe) where isCurrent:
                    state.nextProbe = now
                default: break
                }
            } else if isCurrent {
                state.calls += report.calls
                state.failures += report.failures
                let threshold = report.threshold
                if state.calls >= threshold.minimumCalls,
                    Double(state.failures) >= Double(state.calls) * threshold.failureRate
                {
                    (state.nextProbe, state.generation) = (now + report.resetTimeout, state.generation + 1)
                }
            }
            return CircuitBreakerState(
                generation: state.generation,
                retryAfter: state.nextProbe.map { max($0 - now, .zero) },
                probe: granted,
                calls: state.calls,
                failures: state.failures
            )
        }
    }
}
