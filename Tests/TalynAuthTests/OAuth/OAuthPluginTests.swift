import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

struct OAuthPluginTests {
    let world = OAuthWorld()

    private var authorizations: [String] { world.state.value.authorizations }
    private var grants: [String] { world.state.value.forms.map { $0["grant_type"] ?? "" } }

    @Test func oneTokenRequestServesAllCallsOfAService() async throws {
        let session = world.session(.clientCredentials, scopes: ["read", "write"])
        let api = world.api(session)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try await api.request(API()) } }
            try await group.waitForAll()
        }
        #expect(grants == ["client_credentials"])
        #expect(world.state.value.forms[0]["scope"] == "read write")
        #expect(Set(authorizations) == ["Bearer access-1"])
    }

    @Test func callWithoutAUserFailsUnsent() async throws {
        let api = world.api(world.session())
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.reason == .authentication)
        #expect(error?.oauthError?.reason == .signedOut)
        #expect(authorizations == [])
    }

    @Test func optionalTokenIsLeftOutWhileNobodyIsSignedIn() async throws {
        let session = world.session()
        let api = world.api(session)
        let target = API(tokenRequest: TokenRequest(isOptional: true))
        let error = await #expect(throws: TalynError.self) { try await api.request(target) }
        #expect(error?.statusCode == 401)
        try await world.signIn(session)
        #expect(try await api.request(target).statusCode == 200)
    }

    @Test func targetWithoutATokenGetsNone() async throws {
        let session = world.session(.clientCredentials)
        _ = try? await world.api(session).request(API(tokenRequest: nil))
        #expect(authorizations == [""])
        #expect(grants == [])
    }

    @Test func rejectedTokenIsRenewedOnceForAllCalls() async throws {
        let session = world.session()
        try await world.signIn(session)
        let api = world.api(session)
        world.state.update { _ = $0.revoked.insert("access-3") }
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { _ = try await api.request(API()) } }
            try await group.waitForAll()
        }
        #expect(grants == ["authorization_code", "refresh_token"])
        #expect(world.state.value.reused == [])
    }

    // MARK: Shared exchanges

    /// An API that records its requests, and answers as many of them as the test lets it.
    private func api(
        _ session: OAuthSession,
        _ coalescing: CoalescingPlugin,
        _ seen: Watched<[String]>,
        _ released: Watched<Int>,
        answer: @escaping @Sendable (OutgoingRequest) async throws -> TransportResponse
    ) -> Provider<API> {
        let transport = ClosureTransport { request in
            let number = seen.update { seen in
                seen.append(request.headerFields[.authorization] ?? "")
                return seen.count
            }
            await released.wait { $0 >= number }
            return try await answer(request)
        }
        return Provider(transport: transport, plugins: [coalescing, OAuthPlugin(session)])
    }

    @Test func userWhoSignsInMeanwhileGetsAnOwnResponse() async throws {
        let (coalescing, seen, released) = (CoalescingPlugin(), Watched<[String]>([]), Watched(0))
        let session = world.session()
        try await world.signIn(session)
        let api = api(session, coalescing, seen, released) { request in
            OAuthWorld.json(200, request.headerFields[.authorization] ?? "")
        }
        let first = StartedCall(API(), api)
        await seen.wait { $0.count == 1 }
        try await session.signOut()
        try await world.signIn(session)
        let others = (0..<2).map { _ in StartedCall(API(), api) }
        while coalescing.waiterCount < 3 { await Task.yield() }
        released.update { $0 = .max }
        #expect(seen.value.count == 2)
        #expect(Set(seen.value).count == 2)
        #expect(try await first.data() == Data(seen.value[0].utf8))
        for other in others { #expect(try await other.data() == Data(seen.value[1].utf8)) }
    }

    @Test func callsThatShareARejectionRenewOnceAndShareTheRepetition() async throws {
        let (coalescing, seen, released) = (CoalescingPlugin(), Watched<[String]>([]), Watched(0))
        let session = world.session()
        try await world.signIn(session)
        world.state.update { _ = $0.revoked.insert("access-3") }
        let api = api(session, coalescing, seen, released) { [world] in try await world.send($0) }
        let calls = (0..<3).map { _ in StartedCall(API(), api) }
        for exchange in 1...2 {
            await seen.wait { $0.count == exchange }
            while coalescing.waiterCount < calls.count { await Task.yield() }
            released.update { $0 = exchange }
        }
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(authorizations == ["Bearer access-3", "Bearer access-4"])
        #expect(grants == ["authorization_code", "refresh_token"])
    }

    /// The proofs differ, and the token tells whose request it is.
    @Test func callsWithProofsOfTheSameTokenShare() async throws {
        let (coalescing, seen, released) = (CoalescingPlugin(), Watched<[String]>([]), Watched(0))
        let session = world.session(bindsTokens: true)
        try await world.signIn(session)
        let api = api(session, coalescing, seen, released) { [world] in try await world.send($0) }
        let calls = (0..<2).map { _ in StartedCall(API(), api) }
        while coalescing.waiterCount < 2 { await Task.yield() }
        released.update { $0 = .max }
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(seen.value.count == 1)
    }

    @Test func callIsRepeatedOnceOnly() async throws {
        let session = world.session(.clientCredentials)
        let transport = ClosureTransport { [world] request in
            if request.head.path == "/token" { return try await world.send(request) }
            _ = try await world.send(request)
            return OAuthWorld.json(401, "{}")
        }
        let api = Provider<API>(transport: transport, plugins: [OAuthPlugin(session)])
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.statusCode == 401)
        #expect(authorizations == ["Bearer access-1", "Bearer access-2"])
    }

    @Test func serverThatRejectsNewTokensGetsFewTokenRequests() async throws {
        let session = world.session(.clientCredentials)
        let transport = ClosureTransport { [world] request in
            request.head.path == "/token" ? try await world.send(request) : OAuthWorld.json(401, "{}")
        }
        let api = Provider<API>(transport: transport, plugins: [OAuthPlugin(session)])
        var last: TalynError?
        for _ in 0..<10 { last = await #expect(throws: TalynError.self) { try await api.request(API()) } }
        #expect(grants.count == 5)
        #expect(last?.oauthError?.reason == .tooManyRequests)
        #expect(last?.statusCode == 401)
    }

    @Test func validTokenIsUsedWhileItsRenewalHangs() async throws {
        let session = world.session(.clientCredentials)
        let api = world.api(session)
        _ = try await api.request(API())
        world.state.update { state in
            state.isOpen = false
            state.now += 3_570
        }
        for _ in 0..<3 { _ = try await api.request(API()) }
        await world.state.wait { $0.held == 1 }
        #expect(Set(authorizations) == ["Bearer access-1"])
        world.state.update { $0.isOpen = true }
        await world.state.wait { $0.forms.count == 2 }
        #expect(["access-1", "access-2"].contains(try await session.accessToken().value))
    }

    @Test func expiredTokenWaitsForTheRenewal() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.now += 3_600 }
        _ = try await world.api(session).request(API())
        #expect(authorizations == ["Bearer access-4"])
    }

    @Test func signOutWinsOverARunningRenewal() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        world.state.update { state in
            state.isOpen = false
            state.now += 3_600
        }
        let call = StartedCall(API(), world.api(session))
        await world.state.wait { $0.held == 1 }
        try await session.signOut()
        guard case .failure(let error) = try await call.result() else {
            Issue.record("The call has succeeded.")
            return
        }
        #expect(error.oauthError?.reason == .signedOut)
        world.state.update { $0.isOpen = true }
        // The tokens that come too late are revoked.
        await world.state.wait { $0.revoked.contains("refresh-4") }
        #expect(await store.load() == nil)
        #expect(try await session.isSignedIn == false)
        #expect(authorizations == [])
    }

    @Test func refusedRefreshSignsOut() async throws {
        let store = MemoryTokenStore()
        let session = world.session(store: store)
        try await world.signIn(session)
        var changes = session.changes.makeAsyncIterator()
        world.state.update { state in
            state.now += 3_600
            state.answers = [(400, #"{"error":"invalid_grant","error_description":"refresh-3 is unknown"}"#)]
        }
        let error = await #expect(throws: TalynError.self) { try await world.api(session).request(API()) }
        #expect(error?.oauthError?.code == "invalid_grant")
        #expect(error?.description.contains("refresh-3") == false)
        guard case .signedOut(let reason?) = await changes.next() else {
            Issue.record("The session doesn't tell the sign-out.")
            return
        }
        #expect(reason.code == "invalid_grant")
        #expect(try await session.isSignedIn == false)
        #expect(await store.load() == nil)
    }

    @Test(arguments: [(503, "busy"), (429, #"{"error":"invalid_grant"}"#), (200, "<html>")])
    func failureThatPassesKeepsTheUserSignedIn(status: Int, body: String) async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { state in
            state.now += 3_600
            state.answers = [(status, body)]
        }
        let api = world.api(session)
        await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(try await session.isSignedIn)
        #expect(try await api.request(API()).statusCode == 200)
    }

    @Test func tokenStaysAtTheOriginOfItsAPI() async throws {
        let session = world.session(.clientCredentials)
        let options = RequestOptions { $0.url = URL(string: "https://other.example.com/items") }
        _ = try? await world.api(session).request(API(), options: options)
        #expect(authorizations == [""])
    }

    @Test func bodyThatCanBeReadOnceIsNotSentAgain() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { _ = $0.revoked.insert("access-3") }
        let body = HTTPBody(
            AsyncStream {
                $0.yield(Data("x".utf8)); $0.finish()
            }
        )
        let api = world.api(session)
        let error = await #expect(throws: TalynError.self) {
            try await api.request(API(body: .stream(body), method: .post))
        }
        #expect(error?.statusCode == 401)
        await world.state.wait { $0.forms.count == 2 }
        #expect(try await api.request(API()).statusCode == 200)
        #expect(authorizations.filter { $0 == "Bearer access-3" }.count == 1)
    }

    @Test func eachResourceHasATokenOfItsOwn() async throws {
        let session = world.session()
        try await world.signIn(session)
        let api = world.api(session)
        let mail = API(tokenRequest: TokenRequest(resource: "https://mail.example.com"))
        _ = try await api.request(API())
        _ = try await api.request(mail)
        _ = try await api.request(mail)
        #expect(authorizations == ["Bearer access-3", "Bearer access-4", "Bearer access-4"])
        #expect(world.state.value.forms.last?["resource"] == "https://mail.example.com")
        #expect(world.state.value.reused == [])
    }

    @Test func scopesOfTargetsAddUpForAService() async throws {
        let session = world.session(.clientCredentials, scopes: ["read"])
        let api = world.api(session)
        _ = try await api.request(API())
        _ = try await api.request(API(tokenRequest: TokenRequest(scopes: ["write"])))
        _ = try await api.request(API(tokenRequest: TokenRequest(scopes: ["read"])))
        #expect(world.state.value.forms.map { $0["scope"] } == ["read", "read write"])
    }

    @Test func callsDuringATokenRequestOfTheSameSessionHaveNoToken() async throws {
        let sessions = Locked<Provider<API>?>(nil)
        let session = world.session(
            .tokenExchange {
                _ = try? await sessions.withLock { $0 }?.request(API())
                return TokenExchange(subjectToken: "subject")
            }
        )
        let api = world.api(session)
        sessions.withLock { $0 = api }
        _ = try await api.request(API())
        #expect(authorizations == ["", "Bearer access-1"])
        #expect(world.state.value.forms[0]["subject_token"] == "subject")
        #expect(world.state.value.forms[0]["subject_token_type"] == "urn:ietf:params:oauth:token-type:access_token")
    }

    @Test func failureOfAnotherSessionIsLeftToIt() async throws {
        let (outer, inner) = (world.session(.clientCredentials), world.session(.clientCredentials))
        let transport = ClosureTransport { [world] request in
            if request.head.path == "/token" { return try await world.send(request) }
            world.state.update { $0.answers = [(400, #"{"error":"invalid_client"}"#)] }
            return OAuthWorld.json(401, "{}")
        }
        let plugins: [any Plugin] = [OAuthPlugin(outer), OAuthPlugin(inner)]
        let api = Provider<API>(transport: transport, plugins: plugins)
        let error = await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(error?.oauthError?.code == "invalid_client")
        // A token for each session, and the renewal of the inner one.
        #expect(grants.count == 3)
    }
}
#endif
