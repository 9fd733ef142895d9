#if canImport(CryptoKit) || Crypto
import Foundation
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

struct SignOutTests {
    let world = OAuthWorld()
    let clock = ManualClock()

    @Test func serverConfirmsTheRevocation() async throws {
        let session = world.session(clock: clock)
        try await world.signIn(session)
        #expect(try await session.signOut(waitingForRevocation: .seconds(5)) == .confirmed)
        #expect(world.state.value.revoked == ["access-3", "refresh-3"])
        #expect(try await session.signOut(waitingForRevocation: .seconds(5)) == .unneeded)
    }

    @Test func signOutWaitsNoLongerThanItsLimit() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store, clock: clock)
        try await world.signIn(session)
        world.state.update { $0.isRevocationOpen = false }
        let signOut = Task { try await session.signOut(waitingForRevocation: .seconds(5)) }
        await clock.sleepers(atLeast: 1)
        // The tokens are gone before the server is asked.
        #expect(await store.load() == nil)
        clock.advance(by: .seconds(5))
        #expect(try await signOut.value == .unconfirmed)
        // The request goes on.
        world.state.update { $0.isRevocationOpen = true }
        await world.state.wait { $0.revoked == ["access-3", "refresh-3"] }
    }

    @Test func serverWithoutAnEndpointRevokesNothing() async throws {
        var server = OAuthWorld.server
        server.revocationEndpoint = nil
        let session = OAuthSession(
            server: server,
            client: OAuthClient(id: "app"),
            provider: Provider(transport: world),
            date: { [world] in world.state.value.now }
        )
        try await world.signIn(session)
        #expect(try await session.signOut(waitingForRevocation: .seconds(5)) == .unsupported)
    }

    /// Another process renewed them.
    @Test func newestTokensOfTheStoreAreRevoked() async throws {
        let store = MemoryTokenStore()
        let (one, other) = (world.session(store: store), world.session(store: store))
        try await world.signIn(one)
        _ = try await other.accessToken()
        world.state.update { $0.now += 3_600 }
        _ = try await other.accessToken()
        #expect(try await one.signOut(waitingForRevocation: .seconds(5)) == .confirmed)
        #expect(world.state.value.revoked == ["access-4", "refresh-4"])
    }
}
#endif
