#if Valkey
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynPlugins
@testable import TalynValkey

/// The stores of limits and breakers with a server. Scripts/valkey/model tries their scripts.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyLimitStoreTests {
    private static func permits(
        _ count: Int,
        interval: Duration = .seconds(10),
        burst: Int = 1,
        horizon: Duration = .seconds(60),
        news: UpstreamLimit? = nil
    ) -> RateLimitRequest {
        RateLimitRequest(count: count, interval: interval, burst: burst, horizon: horizon, news: news)
    }

    private static func places(
        _ holder: String,
        _ number: Int,
        running: Int,
        places: Int = 0,
        wanted: Int = 3
    ) -> ConcurrencyLimitRequest {
        ConcurrencyLimitRequest(
            holder: holder,
            number: number,
            runningCount: running,
            placeCount: places,
            wantedCount: wanted,
            limit: 3,
            lifetime: .seconds(60)
        )
    }

    @available(Valkey, *)
    @Test func permitsOfAllProcessesComeInTurn() async throws {
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyRateLimitStore(on: $0) }
            let first = try await stores[0].take(Self.permits(2, burst: 3), key: "https://a.example")
            #expect(first == RateLimitGrant(count: 2, delay: .seconds(-20), number: 2))
            let second = try await stores[1].take(Self.permits(3, burst: 3), key: "https://a.example")
            #expect(second.count == 3)
            #expect(second.number == 5)
            #expect(second.delay <= .zero && second.delay > .seconds(-10))
            // Beyond the horizon there are none.
            let third = try await stores[0].take(Self.permits(1, horizon: .seconds(5)), key: "https://a.example")
            #expect(third.count == 0)
            #expect(third.delay > .seconds(5))
            // Another key, and a limit of another name, have their own.
            #expect(try await stores[0].take(Self.permits(1), key: "https://b.example").number == 1)
            let other = ValkeyRateLimitStore(on: fleet.servers[0], name: "other")
            #expect(try await other.take(Self.permits(1), key: "https://a.example").number == 1)
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func limitOfTheUpstreamIsShared() async throws {
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyRateLimitStore(on: $0) }
            let taken = try await stores[0].take(Self.permits(3, interval: .zero), key: "a")
            #expect(taken.count == 3)
            let told = ServerRateLimit(limit: 100, remaining: 4, reset: .seconds(30))
            // The second of three calls was answered, so the third may not have been counted.
            let news = UpstreamLimit(number: 2, limit: told, retryAfter: nil)
            #expect(try await stores[0].take(Self.permits(0, interval: .zero, news: news), key: "a").count == 0)
            #expect(try await stores[1].take(Self.permits(10, interval: .zero), key: "a").count == 3)
            let none = try await stores[1].take(Self.permits(1, interval: .zero), key: "a")
            #expect(none.count == 0)
            #expect(none.delay > .seconds(20))
            let stop = UpstreamLimit(number: 1, limit: nil, retryAfter: .seconds(40))
            _ = try await stores[0].take(Self.permits(0, interval: .zero, news: stop), key: "b")
            let later = try await stores[1].take(Self.permits(1, interval: .zero), key: "b")
            #expect(later.delay > .seconds(30))
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func placesAreDividedAndComeBack() async throws {
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyConcurrencyLimitStore(on: $0) }
            func count(_ store: Int, _ request: ConcurrencyLimitRequest) async throws -> Int {
                try await stores[store].renew(request, key: "a").count
            }
            #expect(try await count(0, Self.places("a", 1, running: 0)) == 3)
            #expect(try await count(1, Self.places("b", 1, running: 0)) == 0)
            // The first one uses its places until it gets the answer. A request that is late changes nothing.
            #expect(try await count(0, Self.places("a", 3, running: 1, places: 3)) == 1)
            #expect(try await count(0, Self.places("a", 2, running: 3)) == 0)
            #expect(try await count(1, Self.places("b", 2, running: 0)) == 0)
            // Each gets its share as soon as the first one has given up the others.
            #expect(try await count(0, Self.places("a", 4, running: 1, places: 1)) == 1)
            #expect(try await count(1, Self.places("b", 3, running: 0)) == 2)
            #expect(try await count(0, Self.places("a", 5, running: 0, wanted: 0)) == 0)
            #expect(try await count(1, Self.places("b", 4, running: 2, places: 2)) == 3)
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func countsAddUpAndOneProcessProbes() async throws {
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyCircuitBreakerStore(on: $0) }
            func report(
                _ calls: Int,
                _ failures: Int,
                _ probe: CircuitBreakerReport.Probe = .none,
                _ generation: Int = 0
            )
                -> CircuitBreakerReport
            {
                CircuitBreakerReport(
                    generation: generation,
                    calls: calls,
                    failures: failures,
                    probe: probe,
                    threshold: .init(),
                    resetTimeout: .zero
                )
            }
            let closed = try await stores[0].add(report(6, 3), key: "a")
            #expect(closed.retryAfter == nil)
            #expect(closed.calls == 6)
            let open = try await stores[1].add(report(6, 3), key: "a")
            #expect(open.retryAfter == .zero)
            #expect(open.generation != closed.generation)
            #expect(open.failures == 6)
            let probe = try await stores[1].add(report(0, 0, .requested), key: "a")
            #expect(probe.probe == 1)
            let again = try await stores[0].add(report(0, 0, .succeeded(1), open.generation), key: "a")
            #expect(again.retryAfter == nil)
            // Counts of the generation before say nothing.
            #expect(try await stores[1].add(report(50, 50, .none, open.generation), key: "a").retryAfter == nil)
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func pluginsGoOnAloneWhileTheServerHangs() async throws {
        try await Fleet.run(1, clock: ContinuousClock()) { fleet async throws in
            let plugin = RateLimitPlugin(
                1_000,
                per: .seconds(1),
                burst: 10,
                store: ValkeyRateLimitStore(on: fleet.servers[0])
            )
            let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
            let response = try await provider.request(.zen)
            #expect(response.statusCode == 200)
            fleet.redis.pause()
            defer { fleet.redis.resume() }
            for _ in 0..<20 { _ = try await provider.request(.zen) }
        }
    }
}
#endif
