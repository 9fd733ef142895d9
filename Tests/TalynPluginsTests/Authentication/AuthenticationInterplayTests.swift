import Foundation
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// What a refused call leaves behind, and how the plugin gets along with others.
struct AuthenticationInterplayTests {
    private typealias AuthPlugin = AuthenticationPlugin<TokenAuthenticator>

    private let server = TokenServer()
    private let plugin = AuthPlugin(
        TokenAuthenticator { _ in TestToken(text: "new") },
        credential: TestToken(text: "hunter2")
    )

    /// Repeats a call once if the server is overloaded.
    private struct OnceMorePlugin: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            let response = try await next(endpoint)
            return response.statusCode == 503 ? try await next(endpoint) : response
        }
    }

    @Test(arguments: [true, false])
    func retryMayBeOutsideOrInside(isOutside: Bool) async throws {
        let seen = Recorder<String>()
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            seen.record(request.headerFields[.authorization] ?? "")
            guard response.statusCode == 200, seen.events.count < 3 else { return response }
            return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
        }
        let plugins: [any Plugin] = isOutside ? [OnceMorePlugin(), plugin] : [plugin, OnceMorePlugin()]
        let response = try await Provider<Zen>(transport: transport, plugins: plugins).request(.zen)
        #expect(response.statusCode == 200)
        #expect(seen.events == ["Bearer hunter2", "Bearer new", "Bearer new"])
        #expect(response.metrics?.attempts.count == 3)
    }

    /// The user changes before the call is repeated.
    @Test func repeatedCallOfTheFirstUserHasNoCredentialOfTheSecond() async throws {
        let seen = Recorder<String>()
        let transport = ClosureTransport { [plugin] request in
            seen.record(request.headerFields[.authorization] ?? "")
            plugin.credential = nil
            plugin.credential = TestToken(text: "second")
            return TransportResponse(statusCode: 503, body: HTTPBody(Data()))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [OnceMorePlugin(), plugin])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.authenticationError?.reason == .signedOut)
        #expect(seen.events == ["Bearer hunter2"])
    }

    @Test func identicalCallsShareTheRefresh() async throws {
        let gate = Gate()
        let plugin = AuthPlugin(
            TokenAuthenticator { _ in
                await gate.wait()
                return TestToken(text: "new")
            },
            credential: TestToken(text: "old")
        )
        let provider = Provider<Zen>(transport: server, plugins: [CoalescingPlugin(), plugin])
        let first = Task { await provider.result(.zen) }
        await plugin.waiters(atLeast: 1)
        let second = Task { await provider.result(.zen) }
        await plugin.waiters(atLeast: 2)
        first.cancel()
        #expect(await first.value.text == "cancelled")
        gate.open()
        #expect(await second.value.text == "200")
        #expect(server.authorizations == ["Bearer old", "Bearer new"])
    }

    @Test func callsThatShareARejectionRenewOnceAndShareTheRepetition() async throws {
        let released = Watched(0)
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            let number = server.authorizations.count
            await released.wait { $0 >= number }
            return response
        }
        let refreshes = Recorder<String>()
        let plugin = AuthPlugin(
            TokenAuthenticator { token in
                refreshes.record(token.text)
                return TestToken(text: "new")
            },
            credential: TestToken(text: "old")
        )
        let coalescing = CoalescingPlugin()
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing, plugin])
        let calls = (0..<3).map { _ in StartedCall(Zen.zen, provider) }
        for exchange in 1...2 {
            await server.requests(atLeast: exchange)
            while coalescing.waiterCount < calls.count { await Task.yield() }
            released.update { $0 = exchange }
        }
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(server.authorizations == ["Bearer old", "Bearer new"])
        #expect(refreshes.events == ["old"])
    }

    @Test func callOfOneUserIsNotMadeAgainAsAnother() async throws {
        let plugin = plugin
        let transport = ClosureTransport { [server] request in
            let response = try await server.send(request)
            if response.statusCode == 401 {
                plugin.credential = nil
                plugin.credential = TestToken(text: "new")
            }
            return response
        }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        #expect(try await provider.request(.create("ada")).statusCode == 401)
        #expect(server.authorizations == ["Bearer hunter2"])
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func callsOfTwoUsersAreNeverShared() async throws {
        let gate = Gate()
        let seen = Watched<[String]>([])
        let transport = ClosureTransport { request in
            let value = request.headerFields[.authorization] ?? ""
            seen.update { $0.append(value) }
            await gate.wait()
            return TransportResponse(statusCode: 200, body: HTTPBody(Data(value.utf8)))
        }
        let coalescing = CoalescingPlugin()
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing, plugin])
        async let first = provider.request(.zen)
        await seen.wait { $0.count == 1 }
        plugin.credential = TestToken(text: "new")
        let second = StartedCall(Zen.zen, provider)
        let third = StartedCall(Zen.zen, provider)
        while coalescing.waiterCount < 3 { await Task.yield() }
        gate.open()
        #expect(try await first.decode(String.self) == "Bearer hunter2")
        #expect(try await second.data() == Data("Bearer new".utf8))
        #expect(try await third.data() == Data("Bearer new".utf8))
        #expect(seen.value == ["Bearer hunter2", "Bearer new"])
    }

    @Test(
        arguments: [
            (TalynError(TransportError(.notConnected)), "Try again when there is a network."),
            (URLError(.cannotConnectToHost), nil), (RejectionError(.circuitOpen), "Try again later."),
        ] as [(any Error, String?)]
    )
    func refreshThatReachesNobodyDoesNotCount(failure: any Error, suggestion: String?) async throws {
        let isReachable = Watched(false)
        let plugin = AuthPlugin(
            TokenAuthenticator { _ in
                if !isReachable.value { throw failure }
                return TestToken(text: "new")
            },
            credential: TestToken(text: "old", expiry: .distantPast),
            clock: ManualClock()
        )
        let provider = Provider<Zen>(transport: server, plugins: [plugin])
        for _ in 0..<10 {
            let error = await provider.result(.zen).authenticationError
            #expect(error?.reason == .refreshFailed)
            #expect(suggestion == nil || error?.recoverySuggestion == suggestion)
            #expect(error?.recoverySuggestion?.hasPrefix("Sign in") != true)
        }
        isReachable.update { $0 = true }
        #expect(await provider.result(.zen).text == "200")
    }

    @Test func accountSaysWhyThereWereTwoAttempts() async throws {
        let account = try #require(try await Provider<Zen>(transport: server, plugins: [plugin]).request(.zen).metrics)
        #expect(account.attempts.map(\.statusCode) == [401, 200])
        #expect(account.attempts.map { $0.reason == nil } == [true, false])
        // The request for a credential, and the reason for the second attempt.
        #expect(account.notes.map(\.plugin).count { $0.hasPrefix("AuthenticationPlugin") } == 2)
        #expect(!account.description.contains("hunter2"))
        #expect(account.description.contains("AuthenticationPlugin"))
    }

    @Test func secretsOfErrorsAreNotTold() async throws {
        enum Enumerated: Error { case expired(String), notSignedIn }
        struct Readable: LocalizedError { var errorDescription: String? { "Sign in." } }
        let errors: [(any Error, String)] = [
            (NoTokenError(), "NoTokenError"), (Enumerated.expired("hunter2"), "expired"),
            (Enumerated.notSignedIn, "notSignedIn"), (Readable(), "Sign in."), (URLError(.timedOut), "URLError"),
        ]
        for (underlying, text) in errors {
            let token = TestToken(text: "hunter2")
            let plugin = AuthPlugin(TokenAuthenticator { _ in throw underlying }, credential: token)
            let result = await Provider<Zen>(transport: server, plugins: [plugin]).result(.zen)
            let error = try #require(result.failure)
            #expect(error.description.contains(text), "\(error.description)")
            #expect(!error.description.contains("hunter2"))
            #expect(!error.localizedDescription.contains("hunter2"))
            #expect(error.metrics?.description.contains("hunter2") == false)
        }
    }

    // MARK: Bodies

    private struct Upload: TargetType {
        var body: RequestBody = .none
        var validation: StatusValidation { .any }
        var baseURL: URL { Zen.zen.baseURL }
        var path: RequestPath { "/upload" }
        var method: HTTPRequest.Method { .post }
    }

    @Test func bodyThatCannotBeRepeatedIsSentOnce() async throws {
        let stream = InputStream(data: Data("abc".utf8))
        let part = MultipartPart(HTTPBody(stream, length: 3), name: "a")
        let provider = Provider<Upload>(transport: server, plugins: [plugin])
        let response = try await provider.request(Upload(body: .multipart([part])))
        #expect(response.statusCode == 401)
        #expect(server.authorizations == ["Bearer hunter2"])
        #expect(response.metrics?.notes.contains { $0.text.contains("body") } == true)
        #expect(plugin.credential == TestToken(text: "new"), "later calls have a new one")
        #expect(plugin.state.withLock { $0.waiterCount } == 0)
    }

    @Test func refusedDownloadIsNotInTheWay() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("file")
        let provider = Provider<Upload>(transport: server, plugins: [plugin])
        let response = try await provider.request(Upload(), to: FileBodyReceiver(file))
        #expect(response.statusCode == 200)
        #expect(response.fileURL == file)
        #expect(try directory.names == ["file"])
    }

    @Test func refusedDownloadOfACallThatIsCancelledIsNotInTheWayEither() async throws {
        let gate = Gate()
        let plugin = AuthPlugin(
            TokenAuthenticator { _ in
                await gate.wait()
                return TestToken(text: "new")
            },
            credential: TestToken(text: "old")
        )
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("file")
        let provider = Provider<Upload>(transport: server, plugins: [plugin])
        let call = Task {
            await Result { () async throws(TalynError) in
                try await provider.request(Upload(), to: FileBodyReceiver(file))
            }
        }
        await plugin.waiters(atLeast: 1)
        #expect(try directory.names == ["file"])
        call.cancel()
        #expect(await call.value.text == "cancelled")
        #expect(try directory.names == [])
        gate.open()
    }
}
