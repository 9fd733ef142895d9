#if Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore

/// Reports about other clients of OAuth whose sign-in fails at a server, or can be used otherwise than the server means it.
struct ReportedSignInTests {
    let world = OAuthWorld()
    let redirectURI = URL(string: "app://callback/done")!

    private var forms: [[String: String]] { world.state.value.forms }

    // MARK: - The page and the callback

    /// RFC 6749, section 3.1: the endpoint may have a query, which stays.
    @Test(
        .bug("https://github.com/modelcontextprotocol/python-sdk/issues/3505", "URL is built with a second ?"),
        .bug("https://github.com/lelylan/simple-oauth2/issues/324", "Wrong authorization URL"),
        arguments: [("?prompt=select_account", "?prompt=select_account&client_id=app&"), ("?", "?client_id=app&")]
    )
    func queryOfThePageStays(query: String, start: String) throws {
        var server = OAuthWorld.server
        server.authorizationEndpoint = URL(string: "https://login.example.com/authorize\(query)")
        let session = OAuthSession(server: server, client: OAuthClient(id: "app"), provider: Provider(transport: world))
        let page = try session.authorizationRequest(redirectURI: redirectURI).url.absoluteString
        #expect(page.hasPrefix("https://login.example.com/authorize\(start)"))
        #expect(page.filter { $0 == "?" }.count == 1)
    }

    /// Facebook adds this fragment to each callback.
    @Test(
        .bug("https://github.com/damienbod/angular-auth-oidc-client/issues/2143", "#_=_ in the redirected URL"),
        .bug("https://github.com/wi3land/ionic-appauth/issues/14", "Facebook state does not match"),
        arguments: ["#_=_", "#"]
    )
    func fragmentOfTheCallbackIsIgnored(fragment: String) async throws {
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = try #require(URL(string: world.callback(for: request.url).absoluteString + fragment))
        try await session.signIn(request, callback: callback)
        #expect(try await session.isSignedIn)
    }

    /// A browser can hand in the code of Google in either form.
    @Test(
        .bug("https://github.com/istio-ecosystem/authservice/issues/205", "Retrieve token: invalid form"),
        .bug("https://github.com/google/device-access-sample-web-app/issues/5", "Malformed auth code"),
        arguments: ["4/0AX4-_b", "4%2F0AX4-_b", "4%2f0AX4%2D_b"]
    )
    func codeIsSentAsTheServerMadeIt(code: String) async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"Bearer"}"#)] }
        let session = world.session()
        let request = try session.authorizationRequest(redirectURI: redirectURI)
        let callback = try #require(URL(string: "app://callback/done?code=\(code)&state=\(request.state)"))
        try await session.signIn(request, callback: callback)
        #expect(forms[0]["code"] == "4/0AX4-_b")
    }

    /// Google's APIs name the issuer with a slash, and Google's description of the server without one.
    @Test(
        .bug("https://github.com/modelcontextprotocol/python-sdk/issues/1919", "Trailing slash in the issuer"),
        arguments: [
            ("https://as.example.com/", "https://as.example.com"),
            ("https://as.example.com", "https://as.example.com/"),
        ]
    )
    func issuerCanHaveAFinalSlash(asked: String, written: String) async throws {
        let transport = ClosureTransport { _ in
            OAuthWorld.json(200, #"{"issuer":"\#(written)","token_endpoint":"https://as.example.com/token"}"#)
        }
        let issuer = try #require(URL(string: asked))
        let server = try await AuthorizationServer.discover(issuer, with: Provider(transport: transport))
        #expect(server.issuer == written)
    }

    // MARK: - The response with the token

    /// RFC 6749, section 5.1: the type ignores case. The scheme of the field is sent as servers expect it.
    @Test(
        .bug("https://github.com/panva/openid-client/issues/248", "token_type is case sensitive"),
        .bug("https://github.com/spring-projects/spring-security/issues/5118", "Without the mandatory token_type"),
        arguments: [#""token_type":"bearer","#, #""token_type":"BEARER","#, #""token_type":null,"#, ""]
    )
    func schemeIsBearerWhateverTheServerCallsIt(member: String) async throws {
        world.state.update { state in
            state.answers = [(200, #"{\#(member)"access_token":"a"}"#)]
            state.accessTokens["a"] = (scopes: "", key: nil)
        }
        #expect(try await world.api(world.session(.clientCredentials)).request(API()).statusCode == 200)
        #expect(world.state.value.authorizations == ["Bearer a"])
    }

    /// The members of an error can be there without one.
    @Test(
        .bug("https://github.com/dotnet/aspnetcore/issues/53457", "Failure when the token has an empty error field"),
        .bug("https://github.com/CZ-NIC/pyoidc/issues/879", "Success is misinterpreted as failure"),
        arguments: [#""error":"""#, #""error":null,"error_description":null,"error_uri":null"#]
    )
    func emptyErrorBesideATokenIsNone(member: String) async throws {
        world.state.update { $0.answers = [(200, #"{"access_token":"a","token_type":"Bearer",\#(member)}"#)] }
        #expect(try await world.session(.clientCredentials).accessToken().value == "a")
    }

    /// RFC 6749, section 3.3: a server can grant other scopes. Asking again would give the same ones.
    @Test(
        .bug("https://github.com/oauthlib/oauthlib/issues/562", "Raising on scope mismatch is too strict"),
        .bug("https://github.com/punkpeye/mcp-remote/pull/341", "A narrower grant is discarded again, forever")
    )
    func otherScopesThanAskedForAreAccepted() async throws {
        let answer = #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"scope":"mail files"}"#
        world.state.update { $0.answers = [(200, answer)] }
        let session = world.session(.clientCredentials, scopes: ["files", "offline_access"])
        for _ in 0..<3 {
            let token = try await session.accessToken(for: TokenRequest(scopes: ["offline_access"]))
            #expect(token.scopes == ["mail", "files"])
        }
        #expect(forms.map { $0["scope"] } == ["files offline_access"])
    }

    // MARK: - Another device

    /// RFC 8628, section 3.5: the interval grows by five seconds each time, and counts from the end of a request.
    @Test(
        .bug("https://github.com/cli/oauth/issues/76", "Device code flow not respecting slow_down"),
        .bug("https://github.com/charmbracelet/crush/issues/3399", "The poller fires early")
    )
    func eachDemandToSlowDownCounts() async throws {
        let clock = ManualClock()
        world.state.update { $0.deviceAnswers = ["slow_down", "slow_down"] }
        let session = world.session(clock: clock)
        let device = try await session.deviceAuthorization()
        let signIn = Task { try await session.signIn(device) }
        for (requests, seconds) in [5, 10, 15].enumerated() {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(seconds) - .milliseconds(1))
            #expect(forms.count == requests)
            clock.advance(by: .milliseconds(1))
        }
        try await signIn.value
        #expect(forms.count == 3)
    }
}

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
