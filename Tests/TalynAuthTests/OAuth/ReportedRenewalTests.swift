import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// Reports about other clients of OAuth that lose the tokens of their users.
struct ReportedRenewalTests {
    let world = OAuthWorld()

    private var forms: [[String: String]] { world.state.value.forms }
    private var refreshes: [[String: String]] { forms.filter { $0["grant_type"] == "refresh_token" } }

    private func expireToken() {
        world.state.update { $0.now += 3_600 }
    }

    /// RFC 6749, section 6: without a new refresh token the old one stays. Google gives one at the sign-in only.
    @Test(
        .bug(
            "https://github.com/spring-projects/spring-security/issues/6503",
            "Refreshing may remove the refresh token"
        ),
        .bug("https://github.com/knowsuchagency/mcp2cli/issues/58", "Refresh token lost when the server omits it")
    )
    func refreshTokenStaysWithoutANewOne() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        world.state.update { $0.rotates = false }
        for _ in 0..<2 {
            expireToken()
            _ = try await session.accessToken()
        }
        expireToken()
        // Another process reads the store.
        _ = try await world.session(store: store).accessToken()
        #expect(refreshes.map { $0["refresh_token"] } == ["refresh-3", "refresh-3", "refresh-3"])
    }

    /// RFC 6749, section 6: without the parameter the new token has all scopes of the sign-in.
    @Test(
        .bug("https://github.com/earendil-works/pi/issues/2357", "The scope of a refresh is refused with invalid_scope")
    )
    func refreshNamesNoScopes() async throws {
        let session = world.session(scopes: ["read", "write"])
        try await world.signIn(session)
        expireToken()
        #expect(try await session.accessToken().scopes == ["read", "write"])
        #expect(refreshes.count == 1)
        #expect(refreshes.first?["scope"] == nil)
    }

    @Test(
        .bug("https://github.com/manfredsteyer/angular-oauth2-oidc/issues/1509", "No in-flight de-duplication"),
        .bug("https://github.com/openid/AppAuth-iOS/issues/716", "How to handle concurrent performAction calls?")
    )
    func overlappingRenewalsAreOneRequest() async throws {
        let session = world.session()
        try await world.signIn(session)
        expireToken()
        let api = world.api(session)
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { _ = try await session.accessToken() }
                group.addTask { _ = try await api.request(API()) }
            }
            try await group.waitForAll()
        }
        #expect(refreshes.count == 1)
        #expect(world.state.value.reused == [])
    }

    @Test(
        .bug("https://github.com/golang/oauth2/issues/388", "Config captures the context and uses it later"),
        .bug("https://github.com/modelcontextprotocol/go-sdk/pull/988", "The token source is bound to the request")
    )
    func renewalOutlivesTheTaskThatStartedIt() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.isOpen = false }
        expireToken()
        let first = Task { try await session.accessToken() }
        await world.state.wait { $0.held == 1 }
        first.cancel()
        let error = await #expect(throws: OAuthError.self) { try await first.value }
        #expect(error?.underlyingError is CancellationError)
        world.state.update { $0.isOpen = true }
        #expect(try await session.accessToken().value == "access-4")
        #expect(refreshes.count == 1)
    }

    @Test(.bug("https://github.com/owncloud/client/issues/8883", "A network error starts a new authentication flow"))
    func userStaysSignedInWithoutANetwork() async throws {
        let isOffline = Locked(false)
        let transport = ClosureTransport { [world] request in
            if isOffline.withLock({ $0 }) { throw TransportError(.connectionLost) }
            return try await world.send(request)
        }
        let store = MemoryTokenStore()
        let session = OAuthSession(
            server: OAuthWorld.server,
            client: OAuthClient(id: "app"),
            store: store,
            provider: Provider(transport: transport),
            clock: ManualClock(),
            date: { [world] in world.state.value.now }
        )
        try await world.signIn(session)
        expireToken()
        isOffline.withLock { $0 = true }
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .unavailable)
        #expect(try await session.isSignedIn)
        #expect(await store.load() != nil)
        isOffline.withLock { $0 = false }
        #expect(try await session.accessToken().value == "access-4")
    }

    @Test(
        .bug("https://github.com/logto-io/kotlin/issues/253", "In-flight refresh resurrects credentials after signOut")
    )
    func renewalDoesNotUndoASignOut() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        world.state.update { $0.isOpen = false }
        expireToken()
        let waiting = Task { try await session.accessToken() }
        await world.state.wait { $0.held == 1 }
        try await session.signOut()
        _ = await #expect(throws: OAuthError.self) { try await waiting.value }
        world.state.update { $0.isOpen = true }
        await world.state.wait { $0.revoked.contains("refresh-4") }
        #expect(await store.load() == nil)
        #expect(try await world.session(store: store).isSignedIn == false)
    }

    /// RFC 7009, section 2.2.1: a server can't revoke each type of token.
    @Test(
        .bug("https://github.com/manfredsteyer/angular-oauth2-oidc/issues/1262", "Logout never happens"),
        arguments: [(400, #"{"error":"unsupported_token_type"}"#), (503, "")]
    )
    func userIsSignedOutThoughTheRevocationFails(status: Int, body: String) async throws {
        let store = MemoryTokenStore()
        let transport = ClosureTransport { [world] request in
            request.head.path == "/revoke" ? OAuthWorld.json(status, body) : try await world.send(request)
        }
        let session = OAuthSession(
            server: OAuthWorld.server,
            client: OAuthClient(id: "app"),
            store: store,
            provider: Provider(transport: transport),
            clock: ManualClock(),
            date: { [world] in world.state.value.now }
        )
        try await world.signIn(session)
        try await session.signOut()
        #expect(await store.load() == nil)
        #expect(try await session.isSignedIn == false)
    }

    /// A system can start an app before the first unlock of the device, when the keychain can't be read.
    @Test(.bug("https://github.com/forcedotcom/SalesforceMobileSDK-iOS/issues/3477", "Logged out suddenly"))
    func storeThatIsLockedAtTheStartSignsNobodyOut() async throws {
        let store = StoreOfALockedDevice()
        try await world.signIn(world.session(store: store.tokens))
        let session = world.session(store: store)
        let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
        #expect(error?.reason == .storage)
        store.isLocked.withLock { $0 = false }
        #expect(try await session.accessToken().value == "access-3")
        #expect(refreshes.isEmpty)
    }

    private struct StoreOfALockedDevice: TokenStore {
        struct Locking: Error {}

        let tokens = MemoryTokenStore()
        let isLocked = Locked(true)

        private func check() throws {
            if isLocked.withLock({ $0 }) { throw Locking() }
        }

        func load() async throws -> Data? {
            try check()
            return await tokens.load()
        }

        func save(_ data: Data?) async throws {
            try check()
            await tokens.save(data)
        }
    }
}
#endif
