import Foundation
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct RequestTargets {
        @Test(arguments: TransportUnderTest.all, URLJoiningCase.all)
        func targetOnTheWireIsTheJoinedURL(_ transport: TransportUnderTest, example: URLJoiningCase) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let baseURL = try #require(URL(string: server.baseURL.absoluteString + example.base))
                let response = try await transport.call(Probe(baseURL, RequestPath(percentEncoded: example.path)))
                let request = try #require(server.requests.first)
                // An empty path is sent as a slash (RFC 9112, section 3.2.1).
                let target = (example.joined.first == "/" ? "" : "/") + example.joined
                #expect(request.target == target)
                #expect(response.url?.absoluteString == server.baseURL.absoluteString + target)
                #expect(request.header("X-Evil") == [])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func targetOfAQueryWithoutPathBeginsWithASlash(_ transport: TransportUnderTest) async throws {
            let targets = try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let baseURL = try #require(URL(string: server.baseURL.absoluteString + "?key=1"))
                _ = try await transport.call(Probe(baseURL))
                return server.requests.map(\.target)
            }
            #expect(targets == ["/?key=1"])
        }

        @Test(arguments: TransportUnderTest.all)
        func fragmentIsNotSent(_ transport: TransportUnderTest) async throws {
            let targets = try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let url = try #require(URL(string: server.baseURL.absoluteString + "/a?b=c#part"))
                _ = try await transport.send(OutgoingRequest(url: url))
                return server.requests.map(\.target)
            }
            #expect(targets == ["/a?b=c"])
        }

        @Test func stubSeesTheJoinedURL() async throws {
            let provider = Provider<Probe>(transport: SampleTransport())
            for example in URLJoiningCase.all {
                let baseURL = try #require(URL(string: "http://127.0.0.1" + example.base))
                let response = try await provider.request(Probe(baseURL, RequestPath(percentEncoded: example.path)))
                let target = (example.joined.first == "/" ? "" : "/") + example.joined
                #expect(response.url?.absoluteString == "http://127.0.0.1" + target)
            }
        }
    }
}
