#if Valkey
import Foundation
import Logging
import TalynAuth
import TalynCache
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynPlugins
@testable import TalynValkey

/// One process is cut off from the server while another goes on. The commands that it sent meanwhile arrive when the network is healed.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct PartitionTests {
    /// Two processes, of which the first one can be cut off.
    @available(Valkey, *)
    private struct Parted {
        let fleet: Fleet
        let link: CutConnection
        /// The client of the process that can be cut off.
        let client: ValkeyClient
        let servers: [ValkeyServer]
        /// The clock of the time limits of the process that can be cut off.
        let clock: ManualClock

        /// - Parameter options: The options of the process that can be cut off. With them, its clock is the true one.
        static func run(_ options: ValkeyServer.Options? = nil, _ body: (Parted) async throws -> Void) async throws {
            let clock = ManualClock()
            try await Fleet.run(1, clock: options == nil ? clock : ContinuousClock()) { fleet async throws in
                try await CutConnection.with(to: fleet.redis.port) { link async throws in
                    let client = ValkeyClient(
                        .hostname("127.0.0.1", port: link.port),
                        configuration: .init(keepAliveBehavior: .init(frequency: .seconds(365 * 86_400))),
                        logger: Logger(label: "client")
                    )
                    try await Fleet.running([client]) {
                        let server = ValkeyServer(
                            client,
                            options: options ?? .init(prefix: "test"),
                            clock: options == nil ? clock : ContinuousClock()
                        )
                        let servers = [server, fleet.servers[0]]
                        try await body(
                            Parted(fleet: fleet, link: link, client: client, servers: servers, clock: clock)
                        )
                    }
                }
            }
        }

        /// Runs a call of the first process to its time limit while it is cut off.
        func timesOut<Value: Sendable>(_ call: @escaping @Sendable () async throws -> Value) async {
            let task = Task { try await call() }
            await link.holdsScript()
            await clock.sleeper(for: .milliseconds(250))
            clock.advance(by: .milliseconds(250))
            await #expect(throws: ValkeyServerError.self) { _ = try await task.value }
        }

        /// Heals the network, and waits until the server ran the script that was under way.
        func heal() async throws {
            let count = try await scriptCount()
            await link.heal()
            try await eventually { try await scriptCount() != count }
        }

        /// The number of scripts that the server ran.
        private func scriptCount() async throws -> Int {
            let info = try await fleet.clients[0].eval(script: "return redis.call('INFO', 'commandstats')")
                .decode(as: String.self)
            let line = info.split(whereSeparator: \.isNewline).first { $0.hasPrefix("cmdstat_evalsha:") }
            return line?.split(separator: "=").dropFirst().first.flatMap { Int($0.prefix { $0 != "," }) } ?? 0
        }
    }

    @available(Valkey, *)
    @Test func tokensThatArriveLateDoNotReplaceNewerOnes() async throws {
        try await Parted.run { parted async throws in
            var options = ValkeyTokenStore.Options()
            options.whenUnavailable = StoreOptions(fallback: .failure, maximumWait: .zero)
            let stores = parted.servers.map {
                ValkeyTokenStore("shop", on: $0, encryption: .test, options: options)
            }
            try await stores[0].save(Data("old".utf8))
            let lost = try await stores[0].exclusiveAccess(within: .zero)
            await parted.link.cut()
            await parted.timesOut { try await stores[0].save(Data("late".utf8)) }
            // The lease ends.
            _ = try await parted.fleet.clients[0].del(keys: ["test:tokens:{shop}:lock"])
            let access = try await stores[1].exclusiveAccess(within: .zero)
            try await stores[1].save(Data("new".utf8))
            await access.end()
            try await parted.heal()
            #expect(try await stores[1].load() == Data("new".utf8))
            await #expect(throws: SupersededTokensError.self) { try await stores[0].save(Data("late".utf8)) }
            #expect(try await stores[0].load() == Data("new".utf8))
            await lost.end()
        }
    }

    @available(Valkey, *)
    @Test func permitsOfBothSidesKeepTheLimit() async throws {
        try await Parted.run { parted async throws in
            let stores = parted.servers.map { ValkeyRateLimitStore(on: $0) }
            @Sendable func take(_ store: Int, _ count: Int) async throws -> Int {
                let request = RateLimitRequest(
                    count: count,
                    interval: .seconds(3_600),
                    burst: 10,
                    horizon: .zero,
                    news: nil
                )
                return try await stores[store].take(request, key: "a").count
            }
            #expect(try await take(0, 2) == 2)
            await parted.link.cut()
            await parted.timesOut { try await take(0, 3) }
            #expect(try await take(1, 2) == 2)
            try await parted.heal()
            // The permits of the late request are lost, and never given twice.
            #expect(try await take(1, 10) == 3)
            #expect(try await take(0, 1) == 0)
        }
    }

    @available(Valkey, *)
    @Test func placesOfAProcessThatIsCutOffComeBackOnce() async throws {
        try await Parted.run { parted async throws in
            let stores = parted.servers.map { ValkeyConcurrencyLimitStore(on: $0) }
            @Sendable func renew(_ store: Int, _ number: Int, running: Int, lifetime: Duration) async throws -> Int {
                let request = ConcurrencyLimitRequest(
                    holder: "\(store)",
                    number: number,
                    runningCount: running,
                    placeCount: running,
                    wantedCount: 3,
                    limit: 3,
                    lifetime: lifetime
                )
                return try await stores[store].renew(request, key: "a").count
            }
            #expect(try await renew(0, 1, running: 0, lifetime: .milliseconds(50)) == 3)
            await parted.link.cut()
            await parted.timesOut { try await renew(0, 2, running: 0, lifetime: .seconds(3_600)) }
            var number = 1
            try await eventually {
                defer { number += 1 }
                return try await renew(1, number, running: 0, lifetime: .seconds(3_600)) >= 3
            }
            try await parted.heal()
            // The late renewal got no place, and the other one gives up its part with its next request.
            #expect(try await renew(0, 3, running: 0, lifetime: .seconds(3_600)) == 0)
            #expect(try await renew(1, number + 1, running: 1, lifetime: .seconds(3_600)) == 2)
            #expect(try await renew(0, 4, running: 0, lifetime: .seconds(3_600)) == 1)
        }
    }

    @available(Valkey, *)
    @Test func aResponseThatArrivesAfterARemovalIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Parted.run { parted async throws in
            let isArmed = Watched(false)
            let client = SwitchedClient(parted.client) {
                if isArmed.value { await parted.link.cut() }
            }
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: parted.clock)
            let processes = [server.caching(origin), parted.servers[1].caching(origin)]
            origin.hold()
            let late = Task { try await processes[0].text() }
            await origin.waitForRequests(1)
            // The list of all keys gets the new one, and the response itself is under way.
            isArmed.update { $0 = true }
            origin.release()
            await parted.link.holdsScript()
            isArmed.update { $0 = false }
            await parted.clock.sleeper(for: .milliseconds(250))
            parted.clock.advance(by: .milliseconds(250))
            #expect(try await late.value == "1")
            _ = try await processes[1].send(.request(method: .post)).body.text()
            try await parted.heal()
            let body = try await processes[1].text()
            #expect(body != "1")
            #expect(try await processes[1].text() == body)
        }
    }

    @available(Valkey, *)
    @Test func aRemovalDuringThePartitionIsMadeUpFor() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let options = ValkeyServer.Options(
            prefix: "test",
            timeLimit: .milliseconds(100),
            retryInterval: .milliseconds(1)
        )
        try await Parted.run(options) { parted async throws in
            let processes = parted.servers.map { $0.caching(origin) }
            try await eventually { try await processes[1].text() == processes[1].text() }
            await parted.link.cut()
            _ = try await processes[0].send(.request(method: .post)).body.text()
            let number = origin.requests.count
            // The others can't know of the removal yet.
            #expect(try await Int(processes[1].text()) ?? 0 < number)
            await parted.link.heal()
            try await eventually { try await Int(processes[0].text()) ?? 0 >= number }
            #expect(try await Int(processes[1].text()) ?? 0 > number)
        }
    }

    @available(Valkey, *)
    @Test func aProbeThatIsToldLateDoesNotCloseTheCircuit() async throws {
        try await Parted.run { parted async throws in
            let stores = parted.servers.map { ValkeyCircuitBreakerStore(on: $0) }
            @Sendable func add(
                _ store: Int,
                _ failures: Int = 0,
                _ probe: CircuitBreakerReport.Probe = .none,
                generation: Int = 0,
                timeout: Duration = .zero
            ) async throws -> CircuitBreakerState {
                let report = CircuitBreakerReport(
                    generation: generation,
                    calls: failures,
                    failures: failures,
                    probe: probe,
                    threshold: .init(),
                    resetTimeout: timeout
                )
                return try await stores[store].add(report, key: "a")
            }
            let open = try await add(0, 20)
            #expect(open.retryAfter == .zero)
            #expect(try await add(0, 0, .requested).probe == 1)
            await parted.link.cut()
            await parted.timesOut { try await add(0, 0, .succeeded(1), generation: open.generation) }
            #expect(try await add(1, 0, .requested).probe == 2)
            let failed = try await add(1, 0, .failed(2), generation: open.generation, timeout: .seconds(3_600))
            #expect(failed.retryAfter != nil)
            try await parted.heal()
            #expect(try await add(1).retryAfter ?? .zero > .seconds(3_000))
            #expect(try await add(0).retryAfter ?? .zero > .seconds(3_000))
        }
    }

    @available(Valkey, *)
    @Test func pluginsDecideAloneWhileTheyAreCutOffAndJoinAgain() async throws {
        let options = ValkeyServer.Options(prefix: "test", retryInterval: .milliseconds(10))
        try await Parted.run(options) { parted async throws in
            let stores = parted.servers.map { ValkeyRateLimitStore(on: $0) }
            let plugins: [any Plugin] = [
                CircuitBreakerPlugin(store: ValkeyCircuitBreakerStore(on: parted.servers[0])),
                RateLimitPlugin(1_000, per: .seconds(1), burst: 10, store: stores[0]),
                ConcurrencyLimitPlugin(20, store: ValkeyConcurrencyLimitStore(on: parted.servers[0])),
            ]
            let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
            /// The number of permits that all processes took.
            func number() async throws -> Int {
                let request = RateLimitRequest(
                    count: 0,
                    interval: .milliseconds(1),
                    burst: 10,
                    horizon: .zero,
                    news: nil
                )
                return try await stores[1].take(request, key: "https://api.example.com").number
            }
            _ = try await provider.request(.zen)
            await parted.link.cut()
            for _ in 0..<20 { _ = try await provider.request(.zen) }
            await parted.link.heal()
            let before = try await number()
            try await eventually {
                if try await number() > before + 5 { return true }
                _ = try await provider.request(.zen)
                return false
            }
        }
    }
}
#endif
