import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ConformanceTests {
    /// What a single request says of how it is sent.
    @Suite(.serialized) struct OptionsOfRequests {
        private static let redirecting: FaultServer.Script = { request in
            request.target == "/from"
                ? [.answer(302, ["Location": "/to"], "moved")] : [.answer(200, [:], request.target)]
        }

        /// Calls with options, by a provider with the same redirect policy or another.
        private func call(
            _ transport: TransportUnderTest,
            _ probe: Probe,
            providerPolicy: RedirectPolicy = .follow,
            _ configure: (inout RequestOptions) -> Void
        ) async throws -> Response {
            let provider = transport.provider(requestOptions: RequestOptions { $0.redirects = providerPolicy })
            return try await provider.request(probe, options: RequestOptions(configure))
        }

        // MARK: Redirects

        @Test(arguments: TransportUnderTest.all)
        func redirectIsRefusedByTheRequest(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.redirecting) { server in
                let probe = Probe(server.baseURL, "/from")
                let response = try await call(transport, probe) { $0.redirects = .doNotFollow }
                #expect(response.statusCode == 302)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectIsFollowedByTheRequestAlone(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.redirecting) { server in
                let probe = Probe(server.baseURL, "/from", .post, body: Data("a".utf8))
                let response = try await call(transport, probe, providerPolicy: .doNotFollow) {
                    $0.redirects = .follow
                }
                #expect(try response.decode(String.self) == "/to")
                #expect(server.requests.map(\.method) == ["POST", "GET"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func limitOfRedirectsIsTheRequests(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": "/again"])] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await call(transport, Probe(server.baseURL, "/from")) { $0.redirects = .follow(limit: 1) }
                }
                #expect(error?.transportError?.kind == .tooManyRedirects)
                #expect(server.requests.count == 2)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func requestDecidesOnItsRedirects(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.redirecting) { server in
                let response = try await call(
                    transport,
                    Probe(server.baseURL, "/from"),
                    providerPolicy: .doNotFollow
                ) {
                    $0.redirects = .decide { request, response in
                        var request = request
                        request.headerFields["X-Decided"] = "\(response.statusCode)"
                        return request
                    }
                }
                #expect(try response.decode(String.self) == "/to")
                #expect(server.requests.map { $0.header("X-Decided") } == [[], ["302"]])
                _ = try await call(transport, Probe(server.baseURL, "/from")) { $0.redirects = .decide { _, _ in nil } }
                #expect(server.requests.count == 3)
            }
        }

        #if AsyncHTTPClient && os(Linux)
        /// Not with URLSession, which on Linux can't be told to trust the server.
        @Test(arguments: [RedirectPolicy.follow, .follow(limit: 1), .decide { request, _ in request }])
        func secureConnectionIsNotLeftForAnInsecureOne(policy: RedirectPolicy) async throws {
            let provider = try TransportUnderTest.asyncHTTPClient.provider {
                $0.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = second.baseURL.absoluteString
                let script: FaultServer.Script = { _ in [.answer(302, ["Location": location])] }
                try await FaultServer.withServer(identity: .localhost, script: script) { first in
                    let error = await #expect(throws: TalynError.self) {
                        try await provider.request(
                            Probe(first.baseURL, "/"),
                            options: RequestOptions { $0.redirects = policy }
                        )
                    }
                    #expect(error?.transportError?.kind == .insecureRedirect)
                    #expect(second.requests.isEmpty)
                }
            }
        }
        #endif

        // MARK: Secrets

        @Test(arguments: TransportUnderTest.all)
        func secretsStayWithTheirOrigin(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider {
                $0.headerFields = HTTPFields(["X-Api-Key": "1", "X-Tenant": "1", "X-Harmless": "1"])
            }
            let options = RequestOptions { $0.secretHeaderFields = ["x-customer", "X-TENANT"] }
            let headers = ["X-Customer": "1", "X-Vault-Token": "1", "X-One": "1"]
            let names = ["X-Api-Key", "X-Tenant", "X-Customer", "X-Vault-Token", "X-One", "X-Harmless"]
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = second.baseURL.absoluteString + "/to"
                let script: FaultServer.Script = { request in
                    [.answer(307, ["Location": request.target == "/from" ? "/on" : location])]
                }
                try await FaultServer.withServer(script: script) { first in
                    _ = try await provider.request(Probe(first.baseURL, "/from", headers: headers), options: options)
                    for request in first.requests {
                        #expect(names.filter { request.header($0) == ["1"] } == names)
                    }
                    #expect(first.requests.count == 2)
                    let request = try #require(second.requests.first)
                    #expect(names.filter { request.header($0) != [] } == ["X-One", "X-Harmless"])
                }
            }
        }

        // MARK: Cookies

        private static let cookies: FaultServer.Script = { request in
            request.target == "/login" ? [.answer(200, ["Set-Cookie": "sid=1; Path=/"])] : [.answer()]
        }

        private func cookies(after policy: CookiePolicy?, with transport: TransportUnderTest) async throws -> [[String]]
        {
            let store = MemoryCookieStore()
            let provider = transport.provider(requestOptions: RequestOptions { $0.cookies = .store(store) })
            return try await FaultServer.withServer(script: Self.cookies) { server in
                let options = RequestOptions { $0.cookies = policy }
                // The first is kept or not by the policy, the last shows whether it was.
                _ = try await provider.request(Probe(server.baseURL, "/login"), options: options)
                _ = try await provider.request(Probe(server.baseURL, "/a"), options: options)
                _ = try await provider.request(Probe(server.baseURL, "/b"))
                return server.requests.map { $0.header("Cookie") }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func cookiesAreIgnored(_ transport: TransportUnderTest) async throws {
            #expect(try await cookies(after: nil, with: transport) == [[], ["sid=1"], ["sid=1"]])
            #expect(try await cookies(after: .ignore, with: transport) == [[], [], []])
        }

        @Test(arguments: TransportUnderTest.all)
        func cookiesAreKeptInTheRequestsStore(_ transport: TransportUnderTest) async throws {
            let store = MemoryCookieStore()
            #expect(try await cookies(after: .store(store), with: transport) == [[], ["sid=1"], []])
            #expect(store.cookies.map(\.name) == ["sid"])
        }

        @Test(arguments: TransportUnderTest.all)
        func cookieFieldOfTheTargetIsSentWhereCookiesAreIgnored(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.cookies) { server in
                let probe = Probe(server.baseURL, "/", headers: ["Cookie": "own=1"])
                _ = try await call(transport, probe) { $0.cookies = .ignore }
                #expect(server.requests.map { $0.header("Cookie") } == [["own=1"]])
            }
        }

        @Test func cookiesOfTheConfigurationAreNotUsed() async throws {
            let configuration = URLSessionConfiguration.ephemeral
            let provider = Provider<Probe>(transport: URLSessionTransport(configuration: configuration))
            try await FaultServer.withServer(script: Self.cookies) { server in
                _ = try await provider.request(Probe(server.baseURL, "/login"))
                _ = try await provider.request(Probe(server.baseURL, "/a"))
                #expect(server.requests.map { $0.header("Cookie") } == [[], []])
            }
            #expect(configuration.httpCookieStorage?.cookies == [])
        }

        // MARK: Caches

        @Test(
            arguments: TransportUnderTest.all,
            [.noStore, .reload, .noCache] as [CachePolicy.Mode]
        )
        func cachesOnTheWayAreAskedForANewAnswer(
            _ transport: TransportUnderTest,
            mode: CachePolicy.Mode
        ) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await call(transport, Probe(server.baseURL, "/")) { $0.cache = CachePolicy(mode) }
                let own = Probe(server.baseURL, "/", headers: ["cache-control": "max-age=5"])
                _ = try await call(transport, own) { $0.cache = CachePolicy(mode) }
                #if os(Linux)
                #expect(server.requests.map { $0.header("Cache-Control") } == [["no-cache"], ["max-age=5"]])
                #else
                #expect(server.requests.allSatisfy { !$0.header("Cache-Control").isEmpty })
                #endif
            }
        }

        @Test(
            arguments: TransportUnderTest.all,
            [.default, .forceCache] as [CachePolicy.Mode]
        )
        func otherPoliciesSayNothing(_ transport: TransportUnderTest, mode: CachePolicy.Mode) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await call(transport, Probe(server.baseURL, "/")) { $0.cache = CachePolicy(mode) }
                #expect(server.requests.map { $0.header("Cache-Control") } == [[]])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func nothingIsLoadedForAPolicyThatForbidsIt(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await call(transport, Probe(server.baseURL, "/")) { $0.cache = .onlyIfCached }
                }
                #expect(error?.transportError?.kind == .notCached)
                #expect(server.requests.isEmpty)
            }
        }

        // MARK: Priority

        @Test(arguments: TransportUnderTest.all)
        func priorityIsSentToTheServer(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await call(transport, Probe(server.baseURL, "/")) { $0.priority = .high }
                _ = try await call(transport, Probe(server.baseURL, "/")) { $0.priority = .normal }
                #expect(server.requests.map { $0.header("Priority") } == [["u=1"], []])
            }
        }
    }
}
