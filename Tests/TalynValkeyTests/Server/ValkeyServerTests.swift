#if Valkey
import Foundation
import InMemoryLogging
import Logging
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyServerTests {
    private static let answer = ValkeyScript(.read, "return ARGV[1]")
    private static let write = ValkeyScript(.write, "redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000)\nreturn 1")

    @available(Valkey, *)
    @Test func sendsTheTextOfAScriptOnce() async throws {
        try await Fleet.run(1) { fleet async throws in
            let server = fleet.servers[0]
            for _ in 0..<5 {
                let answer: String = try await server.run(Self.answer, of: "test", keys: [], ["hello"])
                #expect(answer == "hello")
            }
            let statistics = try await fleet.clients[0].eval(script: "return redis.call('INFO', 'commandstats')")
                .decode(as: String.self)
            #expect(statistics.contains("cmdstat_eval:calls=1,") || statistics.contains("cmdstat_eval:calls=2,"))
            #expect(statistics.contains("cmdstat_evalsha:calls=5,"))
            // A restarted server has no scripts.
            _ = try await fleet.clients[0].scriptFlush()
            let answer: String = try await server.run(Self.answer, of: "test", keys: [], ["again"])
            #expect(answer == "again")
        }
    }

    @available(Valkey, *)
    @Test func putsKeysOfOneNameIntoOneSlot() async throws {
        try await Fleet.run(1) { fleet async throws in
            let server = fleet.servers[0]
            #expect(server.key("tokens", "shop") == "test:tokens:{shop}")
            #expect(server.key("tokens", "shop", "lock") == "test:tokens:{shop}:lock")
            #expect(server.key("tokens", "a}b{c%") == "test:tokens:{a%7Db%7Bc%25}")
        }
    }

    @available(Valkey, *)
    @Test func aHangingServerHoldsNoCallLongerThanTheLimit() async throws {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        let logger = Logger(label: "outages") { [handler] _ in handler }
        let clock = ManualClock()
        try await Fleet.run(1, timeLimit: .milliseconds(200), clock: clock, logger: logger) { fleet async throws in
            let server = fleet.servers[0]
            _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
            fleet.redis.pause()
            for _ in 0..<3 {
                async let failure = #expect(throws: ValkeyServerError.self) {
                    _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
                }
                await clock.sleepers(atLeast: 1)
                clock.advance(by: .milliseconds(200))
                #expect(await failure?.reason == .timedOut)
            }
            #expect(server.isUnavailable)
            // The others fail at once.
            for _ in 0..<10 {
                let error = await #expect(throws: ValkeyServerError.self) {
                    _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
                }
                #expect(error?.reason == .unavailable)
            }
            fleet.redis.resume()
            clock.advance(by: .seconds(1))
            _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
            #expect(!server.isUnavailable)
        }
        #expect(
            handler.entries.map(\.message.description) == [
                "The shared server is out of reach.", "The shared server is back.",
            ]
        )
    }

    @available(Valkey, *)
    @Test func aHangingServerIsNoticedByCallersWhoWaitForLess() async throws {
        let clock = ManualClock()
        try await Fleet.run(1, timeLimit: .milliseconds(200), clock: clock) { fleet async throws in
            let server = fleet.servers[0]
            _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
            fleet.redis.pause()
            for _ in 0..<1_000 where !server.isUnavailable {
                let call = Task {
                    try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
                }
                await clock.sleepers(atLeast: 1)
                call.cancel()
                _ = await call.result
                clock.advance(by: .milliseconds(200))
            }
            #expect(server.isUnavailable)
            fleet.redis.resume()
        }
    }

    @available(Valkey, *)
    @Test func aRepeatedTryHasTheRestOfTheLimit() async throws {
        let clock = ManualClock()
        try await Fleet.run(1, clock: clock) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            client.switchOff()
            let call = Task {
                try await server.run(
                    Self.answer,
                    of: "test",
                    keys: [],
                    ["hello"],
                    as: String.self,
                    upTo: .milliseconds(150)
                )
            }
            await clock.sleeper(for: .milliseconds(50))
            fleet.redis.pause()
            client.switchOn()
            clock.advance(by: .milliseconds(50))
            await clock.sleeper(for: .milliseconds(100))
            clock.advance(by: .milliseconds(100))
            let error = await #expect(throws: ValkeyServerError.self) { _ = try await call.value }
            #expect(error?.reason == .timedOut)
            fleet.redis.resume()
        }
    }

    @Test func anEndlessDurationIsACentury() {
        #expect(ScriptArgument.milliseconds(.seconds(Int64.max)) == "3155760000000")
        #expect(ScriptArgument.milliseconds(.seconds(Int64.min)) == "1")
        #expect(ScriptArgument.milliseconds(.milliseconds(1_500)) == "1500")
    }

    @available(Valkey, *)
    @Test func aServerThatIsKilledAndStartsAgainIsUsedAgain() async throws {
        try await Fleet.run(1, clock: ContinuousClock()) { fleet async throws in
            let server = fleet.servers[0]
            #expect(try await answer(of: server, "hello") == "hello")
            await fleet.redis.kill()
            await #expect(throws: ValkeyServerError.self) {
                _ = try await server.run(Self.answer, of: "test", keys: [], ["hello"], as: String.self)
            }
            try await RedisServer.withServer(port: fleet.redis.port) { _ async throws in
                #expect(try await answer(of: server, "back") == "back")
            }
        }
    }

    /// The answer of a server that can be slow.
    @available(Valkey, *)
    private func answer(of server: ValkeyServer, _ text: String) async throws -> String {
        try await server.run(Self.answer, of: "test", keys: [], [.text(text)], upTo: .seconds(3_600))
    }

    @available(Valkey, *)
    @Test func aFullServerIsToldOnceAndStillRead() async throws {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        let logger = Logger(label: "outages") { [handler] _ in handler }
        let options = ["--maxmemory", "2mb", "--maxmemory-policy", "noeviction"]
        try await Fleet.run(1, serverOptions: options, logger: logger) { fleet async throws in
            let server = fleet.servers[0]
            let megabyte = ScriptArgument.data(Data(count: 1 << 20))
            var failures = 0
            for number in 0..<8 {
                do throws(ValkeyServerError) {
                    _ = try await server.run(
                        Self.write,
                        of: "test",
                        keys: [server.key("test", "\(number)")],
                        [megabyte],
                        as: Int.self
                    )
                } catch {
                    #expect(error.reason == .outOfMemory)
                    failures += 1
                }
            }
            #expect(failures >= 5)
            #expect(!server.isUnavailable)
            let answer: String = try await server.run(Self.answer, of: "test", keys: [], ["read"])
            #expect(answer == "read")
            _ = try await fleet.clients[0].flushall()
            try await fleet.clients[0].configSet(data: [.init(parameter: "maxmemory", value: "100mb")])
            _ = try await server.run(Self.write, of: "test", keys: [server.key("test", "0")], ["small"], as: Int.self)
        }
        #expect(
            handler.entries.map(\.message.description) == [
                "The shared server has no memory left for writes.", "The shared server has memory for writes again.",
            ]
        )
    }

    @available(Valkey, *)
    @Test func aRefusedCommandIsNoOutage() async throws {
        try await Fleet.run(1) { fleet async throws in
            let server = fleet.servers[0]
            let script = ValkeyScript(.write, "return redis.call('LPUSH', KEYS[1], 'a')")
            let key = server.key("test", "text")
            _ = try await server.run(Self.write, of: "test", keys: [key], ["text"], as: Int.self)
            for _ in 0..<5 {
                let error = await #expect(throws: ValkeyServerError.self) {
                    _ = try await server.run(script, of: "test", keys: [key], as: Int.self)
                }
                #expect(error?.reason == .refused)
            }
            #expect(!server.isUnavailable)
        }
    }
}
#endif
