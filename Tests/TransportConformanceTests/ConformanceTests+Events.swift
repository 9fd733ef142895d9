import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

extension ConformanceTests {
    /// Server-sent events over real sockets.
    @Suite(.serialized) struct Events {
        private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        private static let atOnce = RequestOptions { $0.reconnection = .init(delay: .zero, maximumBackoff: .zero) }

        @Test(arguments: TransportUnderTest.all, [false, true])
        func eventsContinueWhereAConnectionEnded(_ transport: TransportUnderTest, isCut: Bool) async throws {
            let script: FaultServer.Script = { request in
                let after = Int(request.header("Last-Event-ID").first ?? "") ?? 0
                guard after < 20 else { return [.send("HTTP/1.1 204 No Content\r\n\r\n")] }
                let events = (after + 1...after + 3).map { "id: \($0)\ndata: event \($0)\n\n" } + ["data: cut"]
                guard isCut else { return [.send(Self.head)] + events.map { .send($0) } + [.close] }
                let head = Self.head.replacingOccurrences(of: "Connection: close", with: "Transfer-Encoding: chunked")
                let chunks = events.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }
                return [.send(head)] + chunks.map { .send($0) } + [.close]
            }
            try await FaultServer.withServer(script: script) { server in
                var ids: [Int] = []
                let events = transport.provider().events(Probe(server.baseURL), options: Self.atOnce)
                for try await event in events {
                    #expect(event.data == "event \(event.id)")
                    ids.append(Int(event.id) ?? 0)
                }
                #expect(ids == Array(1...21))
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func eventsArriveWhenTheyAreSent(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in
                [.send(Self.head)]
                    + (1...3).flatMap { [.send("data: \($0)\r"), .send("\n\r\n"), FaultServer.Step.waitForRelease] }
                    + [.hang]
            }
            try await FaultServer.withServer(script: script) { server in
                var count = 0
                for try await event in transport.provider().events(Probe(server.baseURL)) {
                    count += 1
                    #expect(event.data == "\(count)")
                    if count == 3 { break }
                    server.release()
                }
                await server.connectionsClosed(atLeast: 1)
            }
        }
    }
}
