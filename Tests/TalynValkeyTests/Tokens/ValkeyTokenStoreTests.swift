#if Valkey
import Foundation
import TalynAuth
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyTokenStoreTests {
    private let tokens = Data("refresh-token-1".utf8)

    @available(Valkey, *)
    private func store(
        _ server: ValkeyServer,
        _ name: String = "shop",
        encryption: EncryptionKeys = .test,
        lease: Duration = .seconds(3_600)
    ) -> ValkeyTokenStore {
        var options = ValkeyTokenStore.Options()
        options.lease = lease
        return ValkeyTokenStore(name, on: server, encryption: encryption, options: options)
    }

    @available(Valkey, *)
    @Test func allProcessesSeeTheTokens() async throws {
        try await Fleet.run(2) { fleet async throws in
            let (first, second) = (store(fleet.servers[0]), store(fleet.servers[1]))
            #expect(try await second.load() == nil)
            try await first.save(tokens)
            #expect(try await second.load() == tokens)
            #expect(try await store(fleet.servers[1], "other").load() == nil)
            try await second.save(nil)
            #expect(try await first.load() == nil)
        }
    }

    @available(Valkey, *)
    @Test func theServerHoldsNoTokenInPlainTextAndNoKeyForEver() async throws {
        try await Fleet.run(1) { fleet async throws in
            let store = store(fleet.servers[0])
            let access = try await store.exclusiveAccess(within: .zero)
            try await store.save(tokens)
            #expect(try await fleet.immortalKeys() == [])
            let content = try await fleet.content()
            #expect(content.contains("test:tokens:{shop}:fence"))
            #expect(!content.contains("refresh-token"))
            await access.end()
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func aKeyIsReplacedWithoutLosingTokens() async throws {
        try await Fleet.run(1) { fleet async throws in
            let server = fleet.servers[0]
            let (old, new) = (EncryptionKeys.Key.test("old", byte: 1), EncryptionKeys.Key.test("new", byte: 2))
            try await store(server, encryption: EncryptionKeys(old)).save(tokens)
            let both = store(server, encryption: EncryptionKeys(new, previous: [old]))
            let loaded = try await both.load()
            #expect(loaded == tokens)
            let error = await #expect(throws: ValkeyServerError.self) {
                try await store(server, encryption: EncryptionKeys(new)).load()
            }
            #expect(error?.reason == .unreadable)
            #expect(error?.problem.contains("no key has the name old") == true)
            try await both.save(loaded)
            #expect(try await store(server, encryption: EncryptionKeys(new)).load() == tokens)
        }
    }

    @available(Valkey, *)
    @Test func oneProcessHasTheAccessAtATime() async throws {
        let clock = ManualClock()
        try await Fleet.run(2, clock: clock) { fleet async throws in
            let (first, second) = (store(fleet.servers[0]), store(fleet.servers[1]))
            let access = try await first.exclusiveAccess(within: .zero)
            let error = await #expect(throws: SharedTokensBusyError.self) {
                _ = try await second.exclusiveAccess(within: .zero)
            }
            #expect(error?.problem.contains("Another process is renewing the tokens.") == true)
            await access.end()
            await (try await second.exclusiveAccess(within: .zero)).end()
        }
    }

    @available(Valkey, *)
    @Test func aProcessThatWasPausedCannotWrite() async throws {
        try await Fleet.run(2, clock: ManualClock()) { fleet async throws in
            // The clock stands still, so that the process doesn't extend its lease.
            let paused = store(fleet.servers[0], lease: .milliseconds(1))
            let other = store(fleet.servers[1])
            let lost = try await paused.exclusiveAccess(within: .zero)
            // The server's clock ends the lease.
            var access: TokenStoreAccess?
            while access == nil { access = try? await other.exclusiveAccess(within: .zero) }
            await #expect(throws: SupersededTokensError.self) { try await paused.save(tokens) }
            try await other.save(Data("new".utf8))
            await lost.end()
            // The end of the lost access doesn't end the other one.
            await #expect(throws: SharedTokensBusyError.self) {
                _ = try await store(fleet.servers[0]).exclusiveAccess(within: .zero)
            }
            #expect(try await paused.load() == Data("new".utf8))
            await access?.end()
        }
    }

    @available(Valkey, *)
    @Test func anAccessWhoseAnswerWasLostIsEnded() async throws {
        try await Fleet.run(2) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let first = store(ValkeyServer(client, options: .init(prefix: "test"), clock: ManualClock()))
            let second = store(fleet.servers[1])
            client.loseAnswers()
            await #expect(throws: ValkeyServerError.self) { _ = try await first.exclusiveAccess(within: .zero) }
            var access: TokenStoreAccess?
            for _ in 0..<10_000 where access == nil { access = try? await second.exclusiveAccess(within: .zero) }
            #expect(access != nil)
            await access?.end()
        }
    }

    @available(Valkey, *)
    @Test func aLostLeaseThatNobodyTookStillAllowsTheWrite() async throws {
        try await Fleet.run(1) { fleet async throws in
            let store = store(fleet.servers[0])
            let access = try await store.exclusiveAccess(within: .zero)
            _ = try await fleet.clients[0].del(keys: ["test:tokens:{shop}:lock"])
            try await store.save(tokens)
            await access.end()
            #expect(try await store.load() == tokens)
        }
    }

    @available(Valkey, *)
    @Test func aSignOutWithoutAccessWinsAgainstARenewal() async throws {
        try await Fleet.run(2) { fleet async throws in
            let (renewing, leaving) = (store(fleet.servers[0]), store(fleet.servers[1]))
            try await renewing.save(tokens)
            let access = try await renewing.exclusiveAccess(within: .zero)
            try await leaving.save(nil)
            await #expect(throws: SupersededTokensError.self) { try await renewing.save(tokens) }
            await access.end()
            #expect(try await renewing.load() == nil)
        }
    }

    @available(Valkey, *)
    @Test func aRunningProcessExtendsItsLease() async throws {
        let clock = ManualClock()
        try await Fleet.run(1, clock: clock) { fleet async throws in
            let store = store(fleet.servers[0], lease: .seconds(30))
            let access = try await store.exclusiveAccess(within: .zero)
            let key: ValkeyKey = "test:tokens:{shop}:lock"
            _ = try await fleet.clients[0].pexpire(key, milliseconds: 20_000)
            await clock.sleeper(for: .seconds(10))
            clock.advance(by: .seconds(10))
            try await eventually { try await fleet.clients[0].pttl(key) > 20_000 }
            await access.end()
            #expect(try await fleet.clients[0].pttl(key) == -2)
        }
    }
}
#endif
