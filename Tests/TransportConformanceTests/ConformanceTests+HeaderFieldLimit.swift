import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct HeaderFieldLimit {
        /// libcurl has a limit of its own, at 300 kB.
        private static let cases =
            TransportUnderTest.all.map { ($0, 10_001) }
            + TransportUnderTest.all.filter { !$0.isURLSession }.map { ($0, 66_000) }

        /// `HTTPFields` traps at 65,535 fields. Clients have limits of their own, below or above that.
        @Test(arguments: cases)
        func responseOfVeryManyHeaderFieldsFailsTheCall(_ transport: TransportUnderTest, count: Int) async throws {
            let fields = (0..<count).map { "a\(String($0, radix: 36)):\r\n" }.joined()
            let response = "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nok"
            let script: FaultServer.Script = { request in [request.target == "/ok" ? .answer() : .send(response)] }
            try await FaultServer.withServer(script: script) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.call(Probe(server.baseURL))
                }
                #expect(error?.transportError?.kind == .invalidResponse)
                if transport.isURLSession {
                    #expect(error?.transportError?.underlyingError is HeaderFieldLimitError)
                } else {
                    #expect(error?.description.contains("too many header fields") == true)
                }
                let next = try await transport.call(Probe(server.baseURL, "/ok"))
                #expect(next.statusCode == 200)
            }
        }
    }
}
