import TestSupport
import Testing

@testable import TalynCore
@testable import TalynURLSession

/// Responses that crash URLSession on Linux.
@Suite(.sockets) struct FoundationTrapTests {
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
