import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct TokenStoreTests {
    let world = OAuthWorld()

    @Test func fileBelongsToItsOwnerAlone() async throws {
        let folder = try TemporaryDirectory()
        let url = folder.url.appending(path: "new/tokens.json")
        let store = FileTokenStore(url)
        #expect(try await store.load() == nil)
        try await store.save(Data("one".utf8))
        try await store.save(Data("two".utf8))
        #expect(try await store.load() == Data("two".utf8))
        let file = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(file[.posixPermissions] as? Int == 0o600)
        let parent = url.deletingLastPathComponent().path
        #expect(try FileManager.default.attributesOfItem(atPath: parent)[.posixPermissions] as? Int == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["tokens.json"])
        try await store.save(nil)
        try await store.save(nil)
        #expect(try await store.load() == nil)
    }

    @Test func fileThatCannotBeWrittenIsAnError() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.file("file")
        let store = FileTokenStore(file.appending(path: "tokens.json"))
        await #expect(throws: BodyError.self) { try await store.save(Data("x".utf8)) }
    }

    @Test func fileThatCannotBeReadIsAnError() async throws {
        let folder = try TemporaryDirectory()
        let loop = folder.url.appending(path: "loop")
        try FileManager.default.createSymbolicLink(atPath: loop.path, withDestinationPath: loop.path)
        await #expect(throws: BodyError.self) { try await FileTokenStore(loop).load() }
        await #expect(throws: BodyError.self) { try await FileTokenStore(folder.url).load() }
    }

    @Test func signInThatTheStoreDoesNotTakeLeavesTheSessionAsItWas() async throws {
        let store = FailingStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        let token = try await session.accessToken()
        store.fails.withLock { $0 = true }
        let error = await #expect(throws: OAuthError.self) { try await world.signIn(session) }
        #expect(error?.reason == .storage)
        store.fails.withLock { $0 = false }
        #expect(try await session.accessToken() == token)
        // The next renewal is that of the first sign-in.
        world.state.update { $0.now += 3_600 }
        _ = try await session.accessToken()
        #expect(world.state.value.forms.last?["refresh_token"] == "refresh-3")
        await world.state.wait { $0.revoked.contains("refresh-6") }
    }

    /// The tokens of the sign-in that failed are revoked, and in the store.
    @Test func sessionIsAsBeforeIfTheStoreFailsAfterItWrote() async throws {
        let store = FailingStore(writes: true)
        let session = world.session(store: store)
        try await world.signIn(session)
        store.fails.withLock { $0 = true }
        await #expect(throws: OAuthError.self) { try await world.signIn(session) }
        store.fails.withLock { $0 = false }
        await world.state.wait { $0.revoked.contains("refresh-6") }
        world.state.update { $0.now += 3_600 }
        #expect(try await session.accessToken().value == "access-7")
        #expect(world.state.value.forms.last?["refresh_token"] == "refresh-3")
        // The store has the new tokens.
        world.state.update { $0.now += 3_600 }
        #expect(try await world.session(store: store).accessToken().value == "access-8")
    }

    @Test func nobodyIsSignedInAfterASignInThatTheStoreDoesNotTake() async throws {
        let store = FailingStore()
        store.fails.withLock { $0 = true }
        let session = world.session(store: store)
        await #expect(throws: OAuthError.self) { try await world.signIn(session) }
        store.fails.withLock { $0 = false }
        #expect(try await session.isSignedIn == false)
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .signedOut)
    }

    @Test func sessionGoesOnAfterARestart() async throws {
        let store = MemoryTokenStore()
        try await world.signIn(world.session(store: store))
        let session = world.session(store: store)
        #expect(try await session.isSignedIn)
        #expect(try await world.api(session).request(API()).statusCode == 200)
        #expect(world.state.value.forms.count == 1)
    }

    @Test func tokensOfAnotherClientAreNotUsed() async throws {
        let store = MemoryTokenStore()
        try await world.signIn(world.session(store: store))
        let session = world.session(client: OAuthClient(id: "other"), store: store)
        #expect(try await session.isSignedIn == false)
    }

    @Test func damagedStoreIsAnError() async throws {
        let store = MemoryTokenStore()
        await store.save(Data("{".utf8))
        let session = world.session(store: store)
        let error = await #expect(throws: OAuthError.self) { try await session.isSignedIn }
        #expect(error?.reason == .storage)
    }

    /// Two processes with one store.
    @Test func tokensThatAnotherProcessRenewedAreTakenOver() async throws {
        let store = MemoryTokenStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        try await world.signIn(one)
        _ = try await other.accessToken()
        world.state.update { $0.now += 3_600 }
        let token = try await one.accessToken()
        #expect(try await other.accessToken() == token)
        #expect(world.state.value.forms.count == 2)
        #expect(world.state.value.reused == [])
    }

    @Test func signOutOfAnotherProcessEndsTheSession() async throws {
        let store = MemoryTokenStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        try await world.signIn(one)
        _ = try await other.accessToken()
        try await one.signOut()
        world.state.update { $0.now += 3_600 }
        let error = await #expect(throws: OAuthError.self) { try await other.accessToken() }
        #expect(error?.reason == .signedOut)
    }

    @Test func tokensAreUsedOnlyWhenTheyAreStored() async throws {
        let store = FailingStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        world.state.update { $0.now += 3_600 }
        store.fails.withLock { $0 = true }
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .storage)
        await #expect(throws: OAuthError.self) { try await session.accessToken() }
        // The tokens are there, so there is no other token request.
        #expect(world.state.value.forms.count == 2)
        store.fails.withLock { $0 = false }
        #expect(try await session.accessToken().value == "access-4")
        #expect(world.state.value.forms.count == 2)
        #expect(world.state.value.reused == [])
    }

    @Test func revocationFollowsTheSignOut() async throws {
        let session = world.session()
        try await world.signIn(session)
        try await session.signOut()
        await world.state.wait { $0.revoked == ["access-3", "refresh-3"] }
    }
}

/// A store that fails when a test lets it.
final class FailingStore: TokenStore {
    struct Failure: Error {}

    let fails = Locked(false)
    /// Whether a save that fails writes nevertheless.
    private let writes: Bool
    private let tokens = MemoryTokenStore()

    init(writes: Bool = false) {
        self.writes = writes
    }

    func load() async throws -> Data? { await tokens.load() }

    func save(_ tokens: Data?) async throws {
        let fails = fails.withLock { $0 }
        if !fails || writes { await self.tokens.save(tokens) }
        if fails { throw Failure() }
    }
}
#endif
