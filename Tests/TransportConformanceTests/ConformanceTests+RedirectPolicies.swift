import Foundation
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    /// What a policy may make of redirects.
    @Suite(.serialized) struct RedirectPolicies {
        private static let script: FaultServer.Script = { request in
            request.target == "/from"
                ? [.answer(302, ["Location": "/to"], "moved")] : [.answer(200, [:], request.target)]
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectThatIsNotFollowedIsTheResponse(_ transport: TransportUnderTest) async throws {
            let provider = transport.provider(requestOptions: RequestOptions { $0.redirects = .doNotFollow })
            try await FaultServer.withServer(script: Self.script) { server in
                let response = try await provider.request(Probe(server.baseURL, "/from"))
                #expect(response.statusCode == 302)
                #expect(response.headerFields[.location] == "/to")
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func limitIsThePolicys(_ transport: TransportUnderTest) async throws {
            let provider = transport.provider(requestOptions: RequestOptions { $0.redirects = .follow(limit: 2) })
            try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": "/again"])] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/from"))
                }
                #expect(error?.transportError?.kind == .tooManyRedirects)
                #expect(server.requests.count == 3)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectCanBeChanged(_ transport: TransportUnderTest) async throws {
            let seen = Recorder<String>()
            let provider = transport.provider(
                requestOptions: RequestOptions {
                    $0.redirects = .decide { request, response in
                        seen.record("\(response.statusCode) \(request.method.rawValue) \(request.url?.path ?? "")")
                        var request = request
                        request.url = request.url.flatMap { URL(string: "/other", relativeTo: $0)?.absoluteURL }
                        request.headerFields["X-Changed"] = "1"
                        return request
                    }
                }
            )
            try await FaultServer.withServer(script: Self.script) { server in
                let response = try await provider.request(Probe(server.baseURL, "/from", .post, body: Data("a".utf8)))
                #expect(try response.decode(String.self) == "/other")
                #expect(server.requests.last?.header("X-Changed") == ["1"])
            }
            #expect(seen.events == ["302 GET /to"])
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectCanBeRefused(_ transport: TransportUnderTest) async throws {
            let provider = transport.provider(requestOptions: RequestOptions { $0.redirects = .decide { _, _ in nil } })
            try await FaultServer.withServer(script: Self.script) { server in
                let response = try await provider.request(Probe(server.baseURL, "/from"))
                #expect(response.statusCode == 302)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func errorOfThePolicyFailsTheCall(_ transport: TransportUnderTest) async throws {
            struct NotThere: Error {}
            let provider = transport.provider(
                requestOptions: RequestOptions { $0.redirects = .decide { _, _ in throw NotThere() } }
            )
            try await FaultServer.withServer(script: Self.script) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/from"))
                }
                #expect(error?.underlyingError is NotThere)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func changedTargetGetsNoCredentialsOfTheOldOne(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.script) { second in
                let there = second.baseURL.appending(path: "to")
                let provider = transport.provider(
                    requestOptions: RequestOptions {
                        $0.redirects = .decide { request, _ in
                            var request = request
                            request.url = there
                            return request
                        }
                    }
                )
                try await FaultServer.withServer(script: Self.script) { first in
                    let headers = ["Authorization": "Bearer secret", "X-One": "1"]
                    _ = try await provider.request(Probe(first.baseURL, "/from", headers: headers))
                    #expect(second.requests.map { $0.header("Authorization") } == [[]])
                    #expect(second.requests.map { $0.header("X-One") } == [["1"]])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialsCanBeGivenToAnotherOriginOnPurpose(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.script) { second in
                let location = second.baseURL.absoluteString + "/to"
                let provider = transport.provider(
                    requestOptions: RequestOptions {
                        $0.redirects = .decide { request, _ in
                            var request = request
                            request.headerFields[.authorization] = "Bearer secret"
                            return request
                        }
                    }
                )
                try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { first in
                    _ = try await provider.request(Probe(first.baseURL, "/from"))
                    #expect(second.requests.map { $0.header("Authorization") } == [["Bearer secret"]])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, ["ftp://a.b/", "file:///etc/hosts", "x"])
        func redirectToAnotherSchemeFails(_ transport: TransportUnderTest, location: String) async throws {
            let provider = transport.provider(
                requestOptions: RequestOptions {
                    $0.redirects = .decide { request, _ in
                        var request = request
                        request.url = URL(string: location)
                        return request
                    }
                }
            )
            try await FaultServer.withServer(script: Self.script) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/from"))
                }
                #expect(error?.transportError?.kind == .unsupportedURL)
            }
        }
    }
}
