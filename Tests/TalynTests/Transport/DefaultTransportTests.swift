import Foundation
import Testing

@testable import Talyn
@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.sockets) struct DefaultTransportTests {
    @Test func errorOfAMissingTransportSaysHowToFixIt() async throws {
        let url = try #require(URL(string: "https://example.com"))
        let provider = Provider<Probe>(transport: NoTransport())
        let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url, "/")) }
        #expect(error?.underlyingError is NoTransportError)
        let text = try #require(error?.description)
        #expect(text.contains("there is no default transport") || text.contains("There is no default transport"))
        #expect(text.contains("trait AsyncHTTPClient"))
        #expect(text.contains("Provider(transport: …)"))
    }

    @Test func platformDecides() {
        #if canImport(Darwin)
        #expect(Provider<Probe>().transport is URLSessionTransport)
        #elseif AsyncHTTPClient
        #expect(Provider<Probe>().transport is AsyncHTTPClientTransport)
        #else
        #expect(Provider<Probe>().transport is NoTransport)
        #endif
    }

    #if os(Linux) && !compiler(>=6.4)
    /// The page on transports on Linux tells of these; when Foundation mends one of them, this test and the page change.
    @Test func foundationTrapsOnAHeadThatIsCut() async {
        await #expect(processExitsWith: .failure) {
            await Self.call(answering: "HTTP/1.1 200 OK\r\n")
        }
    }

    @Test func foundationTrapsOnTheLongestLength() async {
        await #expect(processExitsWith: .failure) {
            await Self.call(answering: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\na")
        }
    }

    /// Where Foundation doesn't trap, the process ends in success.
    private static func call(answering bytes: String) async {
        let script: FaultServer.Script = { _ in [.send(bytes), .close] }
        try? await FaultServer.withServer(script: script) { server in
            _ = try? await Provider<Probe>(transport: URLSessionTransport()).request(Probe(server.baseURL, "/"))
        }
    }
    #endif

    #if AsyncHTTPClient && os(Linux)
    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\na"])
    func asyncHTTPClientSurvivesACaseThatTrapsFoundation(_ bytes: String) async throws {
        let script: FaultServer.Script = { _ in [.send(bytes), .close] }
        try await FaultServer.withServer(script: script) { server in
            let kind = await TransportUnderTest.asyncHTTPClient.failure(of: Probe(server.baseURL, "/"))
            #expect(kind == .connectionLost)
        }
    }
    #endif
}
