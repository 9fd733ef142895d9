import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAuth
@testable import TalynCore
@testable import TalynPlugins

/// The sign-in for a scope that an API demands.
struct StepUpTests {
    let world = OAuthWorld()

    private var grants: [String] { world.state.value.forms.map { $0["grant_type"] ?? "" } }

    @Test func serviceAsksForTheScopeThatTheAPIDemands() async throws {
        let session = world.session(.clientCredentials, scopes: ["read"])
        world.state.update { $0.demand = "admin" }
        let api = world.api(session)
        #expect(try await api.request(API()).statusCode == 200)
        #expect(try await api.request(API()).statusCode == 200)
        #expect(world.state.value.forms.map { $0["scope"] } == ["read", "admin read"])
    }

    @Test func userSignsInAgainForTheScopeThatTheAPIDemands() async throws {
        let session = world.session(scopes: ["read"])
        try await world.signIn(session)
        world.state.update { $0.demand = "admin" }
        let asked = Recorder<StepUp>()
        let plugin = OAuthPlugin(
            session,
            stepUp: { [world] stepUp in
                asked.record(stepUp)
                let request = try session.authorizationRequest(
                    redirectURI: URL(string: "app://callback")!,
                    scopes: stepUp.scopes.union(["read"])
                )
                try await session.signIn(request, callback: world.callback(for: request.url))
            }
        )
        let api = Provider<API>(transport: world, plugins: [plugin])
        #expect(try await api.request(API()).statusCode == 200)
        #expect(asked.events.map(\.scopes) == [["admin"]])
    }

    @Test func cancelledCallDoesNotWaitForTheSignIn() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.demand = "admin" }
        let isAsked = Watched(false)
        let mayEnd = Watched(false)
        let plugin = OAuthPlugin(
            session,
            stepUp: { _ in
                isAsked.update { $0 = true }
                await mayEnd.wait { $0 }
            }
        )
        let call = StartedCall(API(), Provider<API>(transport: world, plugins: [plugin]))
        await isAsked.wait { $0 }
        try await call.cancelAndExpectCompletion()
        mayEnd.update { $0 = true }
    }

    @Test func signInOfCancelledCallsIsCancelledAndAnotherOneCanStart() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.demand = "admin" }
        let events = Recorder<String>()
        let begins = Watched(0)
        let plugin = OAuthPlugin(
            session,
            stepUp: { _ in
                begins.update { $0 += 1 }
                await Watched(false).wait { $0 }
                events.record(Task.isCancelled ? "cancelled" : "ended")
            }
        )
        let api = Provider<API>(transport: world, plugins: [plugin])
        for number in 1...2 {
            let call = StartedCall(API(), api)
            await begins.wait { $0 == number }
            try await call.cancelAndExpectCompletion()
        }
        let call = StartedCall(API(), api)
        await begins.wait { $0 == 3 }
        try await session.signOut()
        #expect(try await call.result().failure != nil)
        #expect(events.events == ["cancelled", "cancelled", "cancelled"])
    }

    @Test func handlerThatCallsTheAPIDoesNotWaitForItself() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.demand = "admin" }
        let inner = Locked<Provider<API>?>(nil)
        let statuses = Recorder<Int?>()
        let plugin = OAuthPlugin(
            session,
            stepUp: { _ in
                do {
                    _ = try await inner.withLock { $0 }?.request(API())
                } catch {
                    statuses.record((error as? TalynError)?.statusCode)
                    throw error
                }
            }
        )
        let api = Provider<API>(transport: world, plugins: [plugin])
        inner.withLock { $0 = api }
        await #expect(throws: TalynError.self) { try await api.request(API()) }
        #expect(statuses.events == [403])
        inner.withLock { $0 = nil }
    }

    @Test func withoutAHandlerTheCallerGetsTheRefusal() async throws {
        let session = world.session()
        try await world.signIn(session)
        world.state.update { $0.demand = "admin" }
        let error = await #expect(throws: TalynError.self) { try await world.api(session).request(API()) }
        #expect(error?.statusCode == 403)
        #expect(grants == ["authorization_code"])
    }
}
#endif
