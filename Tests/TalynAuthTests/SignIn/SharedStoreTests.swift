import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// Several processes with one store, at a server that replaces refresh tokens and revokes all tokens if an old one comes again.
struct SharedStoreTests {
    let world = OAuthWorld()

    @Test func oneProcessRenewsForAll() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appending(path: "tokens.json")
        let clock = ManualClock()
        let sessions = (0..<4).map { _ in world.session(store: FileTokenStore(url, clock: FrozenClock()), clock: clock)
        }
        try await world.signIn(sessions[0])
        for session in sessions { _ = try await session.accessToken() }
        for renewal in 1...20 {
            world.state.update { $0.now += 3_600 }
            clock.advance(by: .seconds(3_600))
            let tokens = try await withThrowingTaskGroup(of: AccessToken.self) { group in
                for session in sessions { group.addTask { try await session.accessToken() } }
                return try await group.reduce(into: Set<AccessToken>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(world.state.value.forms.count == 1 + renewal)
        }
        #expect(world.state.value.reused == [])
    }

    @Test func renewalWaitsForTheStoreNoLongerThanItsLimit() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appending(path: "tokens.json")
        let clock = ManualClock()
        let store = FileTokenStore(url, clock: clock)
        /// True while another process holds the store, and nil before.
        let isHeld = Watched<Bool?>(nil)
        let holder = Task {
            try await FileTokenStore(url).withExclusiveAccess(within: .seconds(60)) {
                isHeld.update { $0 = true }
                await isHeld.wait { $0 == false }
            }
        }
        await isHeld.wait { $0 == true }
        let hasRun = Locked(false)
        let waiter = Task {
            try await store.withExclusiveAccess(within: .seconds(60)) { hasRun.withLock { $0 = true } }
        }
        for _ in 0..<2 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(30))
        }
        let error = await #expect(throws: TokenStoreBusyError.self) { try await waiter.value }
        #expect(error?.problem.contains(".tokens.json.lock") == true)
        #expect(!hasRun.withLock { $0 })
        isHeld.update { $0 = false }
        try await holder.value
        #expect(try await store.withExclusiveAccess(within: .zero) { 7 } == 7)
    }

    /// A token request that the server holds. Both sessions are signed in.
    private func heldRenewal(of one: OAuthSession, beside other: OAuthSession) async throws -> Task<
        AccessToken, any Error
    > {
        try await world.signIn(one)
        _ = try await other.accessToken()
        world.state.update {
            $0.now += 3_600
            $0.isOpen = false
        }
        let renewal = Task { try await one.accessToken() }
        await world.state.wait { $0.held == 1 }
        return renewal
    }

    @Test func signOutDuringARenewalOfAnotherProcessWins() async throws {
        let store = MemoryTokenStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        let renewal = try await heldRenewal(of: one, beside: other)
        try await other.signOut()
        world.state.update { $0.isOpen = true }
        let error = await #expect(throws: OAuthError.self) { try await renewal.value }
        #expect(error?.reason == .signedOut)
        #expect(await store.load() == nil)
        await world.state.wait { $0.revoked.contains("refresh-4") }
    }

    /// The store refuses the tokens of a renewal that was paused. They never come into it, and are revoked.
    @Test func signOutDuringThePauseOfARenewalIsNotUndone() async throws {
        let store = FencedStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        try await world.signIn(one)
        world.state.update { $0.now += 3_600 }
        store.pause.withLock { $0 = { try await other.signOut() } }
        for _ in 0..<2 {
            let error = await #expect(throws: OAuthError.self) { try await one.accessToken() }
            #expect(error?.reason == .signedOut)
            #expect(await store.load() == nil)
        }
        await world.state.wait { $0.revoked.contains("refresh-4") }
    }

    @Test func signInDuringThePauseOfARenewalGivesItsTokens() async throws {
        let store = FencedStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        try await world.signIn(one)
        world.state.update { $0.now += 3_600 }
        store.pause.withLock { $0 = { [world] in try await world.signIn(other) } }
        let tokens = try await [one.accessToken(), one.accessToken(), other.accessToken()]
        #expect(Set(tokens).count == 1)
    }

    /// The sign-out waits until the other process has stored its tokens, and revokes these, too.
    @Test func tokensThatAnotherProcessStoresDuringASignOutAreRevoked() async throws {
        let folder = try TemporaryDirectory()
        let store = FileTokenStore(folder.url.appending(path: "tokens.json"), clock: FrozenClock())
        let (one, other) = (world.session(store: store), world.session(store: store))
        let renewal = try await heldRenewal(of: one, beside: other)
        let signOut = Task { try await other.signOut() }
        await world.state.wait { $0.revoked.contains("refresh-3") }
        world.state.update { $0.isOpen = true }
        _ = await renewal.result
        try await signOut.value
        await world.state.wait { $0.revoked.contains("refresh-4") }
        #expect(try await store.load() == nil)
    }

    /// Neither the renewal nor the sign-in waits for the other one. The store has no limit that could end such a wait.
    @Test func signInWhileARenewalWaitsForTheStoreDoesNotHang() async throws {
        let store = OrderedStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        world.state.update { $0.now += 3_600 }
        let isHeld = Watched(true)
        let holder = Task { try await store.withExclusiveAccess(within: .zero) { await isHeld.wait { !$0 } } }
        await store.waiting.wait { $0 == 1 }
        let renewal = Task { try await session.accessToken() }
        await store.waiting.wait { $0 == 2 }
        let signIn = Task { try await world.signIn(session) }
        await store.waiting.wait { $0 == 3 }
        isHeld.update { $0 = false }
        try await holder.value
        try await signIn.value
        #expect(try await renewal.value == session.accessToken())
    }

    /// Another process must not load the store before the write has ended.
    @Test func accessEndsAfterTheWritesThatShareIt() async {
        let (access, events) = (ExclusiveAccess(), Recorder<String>())
        #expect(!access.join())
        access.begin()
        #expect(access.join())
        let end = Task.immediately {
            await access.end()
            events.record("access")
        }
        events.record("write")
        access.leave()
        await end.value
        #expect(events.events == ["write", "access"])
        #expect(!access.join())
    }

    /// The exchange ignores its cancellation.
    @Test func grantThatHangsKeepsTheStoreForAMinuteAtMost() async throws {
        let store = OrderedStore()
        let clock = ManualClock()
        let exchange = Promise<TokenExchange>()
        let grant = OAuthGrant.tokenExchange { await exchange.finalValue() ?? TokenExchange(subjectToken: "") }
        let session = world.session(grant, store: store, clock: clock)
        let call = Task { try await session.accessToken() }
        await clock.sleeper(for: .seconds(60))
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: OAuthError.self) { try await call.value }
        #expect(error?.reason == .unavailable)
        await store.waiting.wait { $0 == 0 }
        exchange.resolve(TokenExchange(subjectToken: "late"))
        _ = try await session.accessToken()
        #expect(world.state.value.forms.count == 1)
    }

    @Test func storeThatHangsStopsACallForAMinuteAtMost() async throws {
        let clock = ManualClock()
        let content = Promise<Data?>()
        let session = world.session(.clientCredentials, store: HangingStore(content: content), clock: clock)
        let call = Task { try await session.accessToken() }
        await clock.sleeper(for: .seconds(60))
        clock.advance(by: .seconds(60))
        let error = await #expect(throws: OAuthError.self) { try await call.value }
        #expect(error?.reason == .storage)
        content.resolve(.some(nil))
    }

    /// The server refuses the tokens of this process, and the store can't be read.
    @Test func tokensOfAnotherProcessStayInTheStore() async throws {
        let store = MemoryTokenStore()
        let broken = UnreadableStore(store)
        let session = world.session(store: broken)
        try await world.signIn(session)
        world.state.update {
            $0.now += 3_600
            $0.answers = [(400, #"{"error":"invalid_grant"}"#)]
        }
        broken.isBroken.withLock { $0 = true }
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.code == "invalid_grant")
        #expect(await store.load() != nil)
    }

    @Test func remainsOfAProcessThatEndedWhileItSavedAreRemoved() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appending(path: "tokens.json")
        let remain = try folder.file(".tokens.json.\(UUID().uuidString)", Data("secret".utf8))
        let written = try folder.file(".tokens.json.\(UUID().uuidString)", Data("secret".utf8))
        let other = try folder.file(".tokens.json.bak", Data("mine".utf8))
        let file = try OpenFile(reading: written)
        #expect(file.lock())
        try await FileTokenStore(url).save(Data("new".utf8))
        #expect(!FileManager.default.fileExists(atPath: remain.path))
        #expect(FileManager.default.fileExists(atPath: written.path))
        #expect(FileManager.default.fileExists(atPath: other.path))
        withExtendedLifetime(file) {}
    }
}

/// A store that refuses the next write after a pause, in which others write.
private final class FencedStore: TokenStore {
    let pause = Locked<(@Sendable () async throws -> Void)?>(nil)
    private let base = MemoryTokenStore()

    func load() async -> Data? { await base.load() }

    func save(_ tokens: Data?) async throws {
        guard let pause = pause.withLock({ $0.take() }) else { return await base.save(tokens) }
        try await pause()
        throw SupersededTokensError()
    }
}

/// A store whose content can't be read for a while.
private final class UnreadableStore: TokenStore {
    let isBroken = Locked(false)
    private let base: MemoryTokenStore

    init(_ base: MemoryTokenStore) {
        self.base = base
    }

    func load() async throws -> Data? {
        if isBroken.withLock({ $0 }) { throw FailingStore.Failure() }
        return await base.load()
    }

    func save(_ tokens: Data?) async throws { await base.save(tokens) }
}

/// A store whose loads wait, and ignore their cancellation.
private struct HangingStore: TokenStore {
    let content: Promise<Data?>

    func load() async -> Data? { await content.finalValue() ?? nil }

    func save(_ tokens: Data?) async {}
}

/// A store that gives exclusive access in the order of the requests.
private final class OrderedStore: TokenStore {
    /// The number of accesses under way, and of those that wait.
    let waiting = Watched(0)
    private let tickets = Watched((next: 0, served: 0))
    private let base = MemoryTokenStore()

    func load() async -> Data? { await base.load() }

    func save(_ tokens: Data?) async { await base.save(tokens) }

    func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess {
        let ticket = tickets.update { tickets in
            tickets.next += 1
            return tickets.next - 1
        }
        waiting.update { $0 += 1 }
        await tickets.wait { $0.served == ticket }
        return TokenStoreAccess { [self] in
            waiting.update { $0 -= 1 }
            tickets.update { $0.served += 1 }
        }
    }
}
#endif
