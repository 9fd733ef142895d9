#if Valkey
import Foundation
import Logging
import TalynAuth
import TalynPlugins
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Calls of a token store while the server is slow or out of reach.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct UnavailableTokenStoreTests {
    /// Keeps the lines of a log.
    private struct LineLog: LogHandler {
        let lines: Watched<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.update { $0.append(event.message.description) } }
    }

    private let tokens = Data("refresh-token-1".utf8)

    @available(Valkey, *)
    private func store(_ server: ValkeyServer, whenUnavailable: StoreOptions? = nil) -> ValkeyTokenStore {
        var options = ValkeyTokenStore.Options()
        options.lease = .seconds(3_600)
        if let whenUnavailable { options.whenUnavailable = whenUnavailable }
        return ValkeyTokenStore("shop", on: server, encryption: .test, options: options)
    }

    @available(Valkey, *)
    @Test func aCommandIsRepeatedWithinTheWaitWithoutLocalState() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let patient = store(server, whenUnavailable: StoreOptions(fallback: .failure, maximumWait: .seconds(1)))
            let lenient = store(server, whenUnavailable: StoreOptions(maximumWait: .seconds(1)))
            try await patient.save(tokens)
            #expect(try await lenient.load() == tokens)
            client.switchOff()
            // The clock stands still, so a second try would never come.
            #expect(try await lenient.load() == tokens)
            let load = Task { try await patient.load() }
            await clock.sleeper(for: .milliseconds(50))
            client.switchOn()
            clock.advance(by: .milliseconds(50))
            #expect(try await load.value == tokens)
        }
    }

    @available(Valkey, *)
    @Test func theRepeatsOfACallAreOneFailure() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let store = store(server, whenUnavailable: StoreOptions(fallback: .failure, maximumWait: .seconds(1)))
            try await store.save(tokens)
            client.switchOff()
            let load = Task { try await store.load() }
            for _ in 0..<5 {
                await clock.sleeper(for: .milliseconds(50))
                clock.advance(by: .milliseconds(50))
            }
            await clock.sleeper(for: .milliseconds(50))
            try #require(!server.isUnavailable)
            client.switchOn()
            clock.advance(by: .milliseconds(50))
            #expect(try await load.value == tokens)
        }
    }

    @available(Valkey, *)
    @Test func threeCallsThatFailAreAnOutage() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let wait = Duration.milliseconds(150)
            let store = store(server, whenUnavailable: StoreOptions(fallback: .failure, maximumWait: wait))
            client.switchOff()
            for number in 1...3 {
                let load = Task { try await store.load() }
                for _ in 0..<2 {
                    await clock.sleeper(for: .milliseconds(50))
                    clock.advance(by: .milliseconds(50))
                }
                await #expect(throws: ValkeyServerError.self) { _ = try await load.value }
                #expect(server.isUnavailable == (number == 3))
            }
        }
    }

    @available(Valkey, *)
    @Test func callsThatFailTogetherAreNoOutage() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let store = store(server, whenUnavailable: StoreOptions(maximumWait: .zero))
            client.switchOff()
            for _ in 0..<10 { await #expect(throws: ValkeyServerError.self) { _ = try await store.load() } }
            #expect(!server.isUnavailable)
            client.switchOn()
            #expect(try await store.load() == nil)
        }
    }

    @available(Valkey, *)
    @Test func aCallThatIsCancelledBetweenItsTriesIsAFailure() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let store = store(server)
            client.switchOff()
            for number in 1...3 {
                let load = Task { try await store.load() }
                await clock.sleeper(for: .milliseconds(50))
                load.cancel()
                await #expect(throws: ValkeyServerError.self) { _ = try await load.value }
                #expect(server.isUnavailable == (number == 3))
                clock.advance(by: .milliseconds(100))
            }
        }
    }

    @available(Valkey, *)
    @Test func aSlowServerIsNoOutageForCallsThatWaitForLess() async throws {
        let clock = ManualClock()
        try await Fleet.run(1) { fleet async throws in
            let isSlow = Watched(false)
            let client = SwitchedClient(fleet.clients[0]) {
                if isSlow.value { try? await clock.sleep(for: .milliseconds(120)) }
            }
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let store = store(server, whenUnavailable: StoreOptions())
            try await store.save(tokens)
            isSlow.update { $0 = true }
            let loads = (0..<3).map { _ in Task { try await store.load() } }
            // Each load has an answer that waits, and a time limit.
            await clock.sleepers(atLeast: 6)
            clock.advance(by: .milliseconds(100))
            for load in loads { #expect(try await load.value == tokens) }
            try #require(!server.isUnavailable)
            // The sign of life arrives.
            await clock.sleeper(for: .milliseconds(120))
            clock.advance(by: .milliseconds(120))
            #expect(!server.isUnavailable)
        }
    }

    @available(Valkey, *)
    @Test func aSlowServerEndsAnOutage() async throws {
        let clock = ManualClock()
        let log = Watched<[String]>([])
        let logger = Logger(label: "outages") { _ in LineLog(lines: log) }
        try await Fleet.run(1) { fleet async throws in
            let isSlow = Watched(false)
            let client = SwitchedClient(fleet.clients[0]) {
                if isSlow.value { try? await clock.sleep(for: .milliseconds(120)) }
            }
            let server = ValkeyServer(client, options: .init(prefix: "test"), logger: logger, clock: clock)
            let store = store(server, whenUnavailable: StoreOptions())
            try await store.save(tokens)
            client.switchOff()
            for _ in 0..<3 {
                _ = try await store.load()
                clock.advance(by: .milliseconds(100))
            }
            #expect(server.isUnavailable)
            client.switchOn()
            isSlow.update { $0 = true }
            clock.advance(by: .seconds(1))
            let load = Task { try await store.load() }
            await clock.sleepers(atLeast: 2)
            client.closeConnection()
            clock.advance(by: .milliseconds(100))
            #expect(try await load.value == tokens)
            await clock.sleeper(for: .milliseconds(120))
            clock.advance(by: .milliseconds(120))
            await log.wait { $0.last == "The shared server is back." }
            #expect(!server.isUnavailable)
        }
    }

    @available(Valkey, *)
    @Test func withoutAWaitACommandHasTheLimitOfTheServer() async throws {
        try await Fleet.run(1) { fleet async throws in
            for fallback in [StoreOptions.Fallback.failure, .localState] {
                let options = StoreOptions(fallback: fallback, maximumWait: .zero)
                let store = store(fleet.servers[0], whenUnavailable: options)
                let access = try await store.exclusiveAccess(within: .seconds(60))
                try await store.save(tokens)
                await access.end()
                #expect(try await store.load() == tokens)
            }
        }
    }

    @available(Valkey, *)
    @Test func withoutTheServerTheLastTokensAreUsedIfWanted() async throws {
        try await Fleet.run(2, timeLimit: .milliseconds(200), clock: ContinuousClock()) { fleet async throws in
            let strict = store(fleet.servers[0])
            let lenient = store(fleet.servers[1], whenUnavailable: StoreOptions(maximumWait: .milliseconds(200)))
            try await eventually { (try? await strict.save(tokens)) != nil }
            try await eventually { (try? await lenient.load()) == tokens }
            await fleet.redis.kill()
            await #expect(throws: ValkeyServerError.self) { try await strict.load() }
            #expect(try await lenient.load() == tokens)
            await #expect(throws: ValkeyServerError.self) { try await lenient.save(tokens) }
            await #expect(throws: ValkeyServerError.self) {
                _ = try await lenient.exclusiveAccess(within: .seconds(60))
            }
        }
    }
}
#endif
