import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynURLSession

extension ConformanceTests {
    /// What holds for every request of a transport.
    @Suite(.serialized) struct Options {
        @Test(arguments: TransportUnderTest.all)
        func headerFieldsAreThoseOfRequestsWithoutTheirOwn(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider {
                $0.headerFields = HTTPFields(["user-agent": "Test/1", "X-One": "1", "X-Two": "2"])
            }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await provider.request(Probe(server.baseURL, "/", headers: ["X-Two": "own"]))
                let request = try #require(server.requests.first)
                #expect(request.header("User-Agent") == ["Test/1"])
                #expect(request.header("X-One") == ["1"])
                #expect(request.header("X-Two") == ["own"])
            }
            #expect(provider.transport.defaultHeaderFields["X-One"] == "1")
            #expect(provider.transport.defaultHeaderFields["User-Agent"] == "Test/1")
        }

        @Test(arguments: TransportUnderTest.all)
        func timeoutIsThatOfRequestsWithoutTheirOwn(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider { $0.idleTimeout = .milliseconds(300) }
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/", timeout: nil))
                }
                #expect(error?.isTimedOut == true)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func timeoutOfTheRequestCountsMore(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider { $0.idleTimeout = .seconds(3_600) }
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/", timeout: 0.3))
                }
                #expect(error?.isTimedOut == true)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func connectionsToAHostAreLimited(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider { $0.connectionsPerHost = 1 }
            try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer()] }) { server in
                let calls = (1...3).map { StartedCall(Probe(server.baseURL, "/\($0)"), provider) }
                for count in 1...3 {
                    await server.requests(atLeast: count)
                    server.release()
                }
                for call in calls { _ = try await call.data() }
                #expect(server.connectionCount == 1)
            }
        }

        @Test(
            arguments: TransportUnderTest.all,
            [
                { $0.connectionsPerHost = 0 }, { $0.connectionTimeout = .seconds(-1) },
                { $0.connectionTimeout = .zero },
                { $0.connectionTimeout = .seconds(Int64.max) }, { $0.decompressionLimit = .ratio(0) },
            ] as [@Sendable (inout TransportOptions) -> Void]
        )
        func optionsThatMakeNoSenseAreRefused(
            _ transport: TransportUnderTest,
            change: @Sendable (inout TransportOptions) -> Void
        ) {
            #expect(throws: (any Error).self) { try transport.provider(change) }
        }

        @Test func optionWithoutSupportInURLSessionIsRefused() {
            var options = TransportOptions()
            options.connectionTimeout = .seconds(5)
            let error = #expect(throws: TransportOptionsError.self) { try URLSessionTransport(options: options) }
            #expect(error == .unsupported(option: "connectionTimeout", transport: "URLSession"))
            #expect(error?.description.contains("another transport") == true)
        }

        @Test func twoKeysForOneHostAreRefused() {
            var options = TransportOptions()
            options.hostTrust = ["a.b": .system, "A.b.": ServerTrust(verification: .none)]
            #expect(throws: TransportOptionsError.self) { try options.check() }
        }

        #if os(Linux)
        @Test func sessionOnLinuxDoesNotPretendToPin() {
            var options = TransportOptions()
            options.hostTrust["a.b"] = ServerTrust(pins: [])
            #expect(throws: TransportOptionsError.self) { try URLSessionTransport(options: options) }
        }
        #endif

        #if AsyncHTTPClient && os(Linux)
        @Test func connectionThatTakesTooLongIsGivenUp() async throws {
            var options = TransportOptions()
            options.connectionTimeout = .milliseconds(200)
            let transport = try AsyncHTTPClientTransport(options: options)
            try await FaultServer.withServer(script: { _ in [] }) { server in
                // The server waits for a request, and the client for a TLS handshake.
                let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
                let error = await #expect(throws: TalynError.self) {
                    try await Provider<Probe>(transport: transport).request(Probe(url, "/"))
                }
                #expect(error?.isTimedOut == true)
            }
        }

        @Test(arguments: [
            ServerTrust(roots: [Data()]), ServerTrust(roots: [Data("x".utf8)]),
            ServerTrust(roots: [Data([0x30, 0x84])]),
            ServerTrust(roots: [Data("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----".utf8)]),
            ServerTrust(roots: [Data("-----BEGIN CERTIFICATE-----".utf8)]),
            ServerTrust(pins: [.certificate(Data())]), ServerTrust(pins: [.publicKey("")]),
            ServerTrust(pins: [.publicKey("sha256//AAAA")]), ServerTrust(pins: [.publicKey("sha1//AAAA")]),
        ])
        func trustThatCannotBeReadIsRefused(_ trust: ServerTrust) {
            var options = TransportOptions()
            options.serverTrust = trust
            #expect(throws: TransportOptionsError.self) { try AsyncHTTPClientTransport(options: options) }
            options.serverTrust = .system
            options.hostTrust["a.b"] = trust
            #expect(throws: TransportOptionsError.self) { try AsyncHTTPClientTransport(options: options) }
        }
        #endif
    }
}
