import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct AuthenticationPluginTests: AuthenticationTests {
    let refreshes = Recorder<String>()
    let server = TokenServer()

    // MARK: Use of the credential

    private struct API: TargetType, AccessTokenAuthorizable {
        var authorizationType: AuthorizationType?
        var baseURL: URL { Zen.zen.baseURL }
        var path: RequestPath { "" }
        var validation: StatusValidation { .any }
    }

    @Test func credentialIsAppliedToStubsToo() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin()])
        let request = try await provider.request(.zen).request
        #expect(request?.headerFields[.authorization] == "Bearer old")
        #expect(refreshes.events == [])
    }

    @Test(arguments: [(AuthorizationType.bearer, true), (nil, false)] as [(AuthorizationType?, Bool)])
    func targetSaysWhetherItWantsACredential(type: AuthorizationType?, wantsIt: Bool) async throws {
        let provider = Provider<API>(transport: server, plugins: [plugin("new")])
        #expect(try await provider.request(API(authorizationType: type)).statusCode == (wantsIt ? 200 : 401))
        #expect(server.authorizations == [wantsIt ? "Bearer new" : ""])
        #expect(refreshes.events == [])
    }

    @Test func closureHasTheLastWord() async throws {
        let plugin = AuthPlugin(TokenAuthenticator(), credential: TestToken(text: "new"), appliesTo: { $0 is API })
        _ = try await Provider<API>(transport: server, plugins: [plugin]).request(API())
        _ = try await provider(plugin).request(.zen)
        #expect(server.authorizations == ["Bearer new", ""])
    }

    @Test func credentialThatCannotBeAppliedFailsTheCallUnsent() async throws {
        struct Refusing: Authenticator {
            func apply(_ credential: Int, to request: inout OutgoingRequest) async throws { throw NoTokenError() }
            func refresh(_ credential: Int) async throws -> Int { credential }
        }
        let result = await provider(AuthenticationPlugin(Refusing(), credential: 1)).result(.zen)
        let error = try #require(result.failure)
        #expect(error.underlyingError is NoTokenError)
        #expect(server.authorizations == [])
    }

    // MARK: No credential

    @Test func callWithoutACredentialIsMadeAsItIs() async throws {
        let response = try await provider(plugin(nil)).request(.zen)
        #expect(response.statusCode == 401)
        #expect(server.authorizations == [""])
        #expect(refreshes.events == [])
    }

    @Test func credentialThatIsSetMeanwhileServesACallThatHadNone() async throws {
        let plugin = plugin(nil)
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            plugin.credential = TestToken(text: "new")
            return response
        }
        #expect(try await Provider<Zen>(transport: transport, plugins: [plugin]).request(.zen).statusCode == 200)
        #expect(server.authorizations == ["", "Bearer new"])
        #expect(refreshes.events == [])
    }

    @Test func refusedCallIsNotRepeatedAfterSigningOut() async throws {
        let plugin = plugin()
        let transport = ClosureTransport { [server] request in
            plugin.credential = nil
            return try await server.send(request)
        }
        #expect(try await Provider<Zen>(transport: transport, plugins: [plugin]).request(.zen).statusCode == 401)
        #expect(server.authorizations == ["Bearer old"])
        #expect(refreshes.events == [])
    }

    @Test func missingCredentialIsObtainedOnceForAll() async throws {
        let gate = Gate()
        let plugin = AuthPlugin(
            counting { _ in throw NoTokenError() },
            obtain: { [refreshes] in
                refreshes.record("none")
                await gate.wait()
                return TestToken(text: "new")
            }
        )
        let provider = provider(plugin)
        async let statuses = self.statuses(of: 100, provider)
        await plugin.waiters(atLeast: 100)
        gate.open()
        #expect(await statuses == Array(repeating: "200", count: 100))
        #expect(refreshes.events == ["none"])
        #expect(Set(server.authorizations) == ["Bearer new"])
    }

    private func statuses(of count: Int, _ provider: Provider<Zen>) async -> [String] {
        await results(of: count, provider).map(\.text)
    }

    private func results(of count: Int, _ provider: Provider<Zen>) async -> [Result<Response, TalynError>] {
        await withTaskGroup(of: Result<Response, TalynError>.self) { group in
            for index in 0..<count { group.addTask { await provider.result(.user("\(index)")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    // MARK: Refresh

    @Test func rejectionByAStubCausesARefreshToo() async throws {
        let answers = Locked([401, 200])
        let provider = Provider<Zen>(
            answering: { .networkResponse(answers.withLock { $0.removeFirst() }, Data()) },
            plugins: [plugin()]
        )
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(refreshes.events == ["old"])
    }

    @Test(arguments: [Zen.zen, .strict])
    func refusedCallIsMadeAgain(target: Zen) async throws {
        let plugin = plugin()
        #expect(try await provider(plugin).request(target).statusCode == 200)
        #expect(plugin.credential == TestToken(text: "new"))
        #expect(server.authorizations == ["Bearer old", "Bearer new"])
        #expect(refreshes.events == ["old"])
    }

    @Test func thousandCallersCauseOneRefresh() async {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            return TestToken(text: "new")
        }
        let provider = provider(plugin)
        async let statuses = self.statuses(of: 1_000, provider)
        await plugin.waiters(atLeast: 1_000)
        gate.open()
        #expect(await statuses == Array(repeating: "200", count: 1_000))
        #expect(refreshes.events == ["old"])
        #expect(server.authorizations.filter { $0 == "Bearer old" }.count <= 1_000)
        #expect(server.authorizations.filter { $0 == "Bearer new" }.count == 1_000)
    }

    @Test func thousandCallersShareAFailure() async {
        let gate = Gate()
        let plugin = plugin { _ in
            await gate.wait()
            throw NoTokenError(token: "the one")
        }
        let provider = provider(plugin)
        async let results = self.results(of: 1_000, provider)
        await plugin.waiters(atLeast: 1_000)
        gate.open()
        let errors = await results.compactMap(\.authenticationError)
        #expect(errors.count == 1_000)
        #expect(errors.allSatisfy { ($0.underlyingError as? NoTokenError)?.token == "the one" })
        #expect(errors.allSatisfy { $0.reason == .refreshFailed })
        #expect(refreshes.events == ["old"])
        #expect(plugin.credential == TestToken(text: "old"))
    }

    @Test func errorHasTheResponseThatRefused() async throws {
        let result = await provider(plugin { _ in throw NoTokenError() }).result(.strict)
        let error = try #require(result.failure)
        #expect(error.statusCode == 401)
        #expect(error.metrics?.attempts.count == 1)
        #expect(result.authenticationError?.reason == .refreshFailed)
    }

    /// Calls that were sent before a refresh failed, and whose answers come after it.
    @Test func answerThatComesAfterAFailedRefreshStartsNoOther() async throws {
        let slow = Gate()
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            if request.url?.path == "/users/slow" { await slow.wait() }
            return response
        }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin { _ in throw NoTokenError() }])
        async let late = provider.result(.user("slow"))
        await server.requests(atLeast: 1)
        #expect(await provider.result(.zen).authenticationError?.reason == .refreshFailed)
        slow.open()
        #expect(await late.authenticationError?.reason == .refreshFailed)
        #expect(refreshes.events == ["old"])
        #expect(await provider.result(.zen).authenticationError?.reason == .refreshFailed)
        #expect(refreshes.events == ["old", "old"], "a call that begins later tries again")
    }

    /// The same with a refresh that succeeds.
    @Test func answerToAnOldCredentialStartsNoRefresh() async throws {
        let slow = Gate()
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            if request.url?.path == "/users/slow" { await slow.wait() }
            return response
        }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin()])
        async let late = provider.request(.user("slow"))
        await server.requests(atLeast: 1)
        #expect(try await provider.request(.zen).statusCode == 200)
        slow.open()
        #expect(try await late.statusCode == 200)
        #expect(refreshes.events == ["old"])
    }

    @Test func cancellationWithinARefreshIsAFailure() async {
        let result = await provider(plugin { _ in throw CancellationError() }).result(.zen)
        #expect(result.authenticationError?.underlyingError is CancellationError)
        #expect(result.text == "refused 401")
    }

    // MARK: Limits

    @Test func secondRefusalIsGivenBack() async throws {
        let plugin = plugin { _ in TestToken(text: "bad") }
        #expect(try await provider(plugin).request(.zen).statusCode == 401)
        #expect(server.authorizations == ["Bearer old", "Bearer bad"])
        #expect(refreshes.events == ["old"])
    }

    @Test func refreshesAreLimited() async throws {
        let clock = ManualClock()
        let provider = provider(plugin(maximumRefreshes: 3, clock: clock) { _ in TestToken(text: "bad") })
        for _ in 0..<3 { #expect(try await provider.request(.zen).statusCode == 401) }
        let result = await provider.result(.zen)
        #expect(result.authenticationError?.reason == .tooManyRefreshes)
        #expect(result.text == "refused 401")
        #expect(refreshes.events.count == 3)
        clock.advance(by: .seconds(30))
        #expect(try await provider.request(.zen).statusCode == 401)
        #expect(refreshes.events.count == 4)
    }

    // MARK: Before expiry

    @Test func credentialIsRefreshedBeforeItExpires() async throws {
        let date = Watched(Date(timeIntervalSince1970: 0))
        let plugin = AuthPlugin(
            counting { _ in TestToken(text: "new") },
            credential: TestToken(text: "new", expiry: Date(timeIntervalSince1970: 60)),
            date: { date.value }
        )
        let provider = provider(plugin)
        date.update { $0 += 59 }
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(refreshes.events == [])
        date.update { $0 += 1 }
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(refreshes.events == ["new"])
        #expect(server.authorizations == ["Bearer new", "Bearer new"], "nothing is sent with an expired one")
        #expect(plugin.credential?.expiry == .distantFuture)
    }

    @Test func failedRefreshBeforeARejectionStopsNoCall() async throws {
        let plugin = AuthPlugin(TokenAuthenticator(), credential: TestToken(text: "new", expiry: .distantPast))
        #expect(try await provider(plugin).request(.zen).statusCode == 200)
        #expect(server.authorizations == ["Bearer new"])
    }

    @Test(arguments: [false, true]) func refreshHasATimeLimit(isRejected: Bool) async throws {
        let clock = ManualClock()
        let plugin = AuthPlugin(
            counting { _ in
                // Until the task is cancelled.
                _ = await Promise<Void>().value()
                throw CancellationError()
            },
            credential: TestToken(text: isRejected ? "old" : "new", expiry: .distantPast),
            refreshTimeout: .seconds(7),
            clock: clock
        )
        let provider = provider(plugin)
        let call = Task { await provider.result(.zen) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(7))
        if isRejected {
            // The call is sent, and the second refresh takes too long, too.
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(7))
        }
        let result = await call.value
        #expect(isRejected ? result.authenticationError?.reason == .refreshFailed : result.text == "200")
    }

    @Test func credentialsThatExpireAtOnceAreUsedWhenThereWereTooMany() async throws {
        let plugin = AuthPlugin(
            counting { _ in TestToken(text: "new", expiry: .distantPast) },
            credential: TestToken(text: "new", expiry: .distantPast),
            maximumRefreshes: 2,
            clock: ManualClock()
        )
        for _ in 0..<5 { #expect(try await provider(plugin).request(.zen).statusCode == 200) }
        #expect(refreshes.events.count == 2)
    }
}
