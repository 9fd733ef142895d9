import Foundation
import HTTPBin
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct Connections {
        @Test(arguments: TransportUnderTest.all)
        func callsOneAfterAnotherShareAConnection(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in [.answer(200, [:], request.target)] }
            try await FaultServer.withServer(script: script) { server in
                for number in 1...20 {
                    let response = try await transport.call(Probe(server.baseURL, "/\(number)"))
                    #expect(try response.decode(String.self) == "/\(number)")
                }
                #expect(server.connectionCount == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func failedStatusesDoNotUseUpConnections(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(500, [:], "broken")] }) { server in
                for _ in 1...10 {
                    // Without a body: AsyncHTTPClient gives up a connection on which a refusal beats the end of one.
                    let response = try await transport.call(Probe(server.baseURL, "/"))
                    #expect(response.statusCode == 500)
                }
                #expect(server.connectionCount == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func connectionThatTheServerWantsClosedIsNotUsedAgain(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.answer(200, ["Connection": "close"], "bye"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                for count in 1...3 {
                    let response = try await transport.call(Probe(server.baseURL, "/"))
                    #expect(try response.decode(String.self) == "bye")
                    await server.connectionsClosed(atLeast: count)
                }
                #expect(server.connectionCount == 3)
            }
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func manyCallsAtOnceGetTheirOwnAnswers(_ transport: TransportUnderTest) async throws {
            let provider = transport.provider()
            let answers = try await HTTPBinServer.withServer { baseURL in
                try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for number in 0..<256 {
                        group.addTask {
                            let probe = Probe(baseURL, "/anything", query: ["n": number])
                            let response = try await provider.request(probe)
                            return (number, try response.decode(String.self, atKeyPath: "args.n"))
                        }
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
            }
            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<256).map { ($0, "\($0)") }))
        }

        @Test func manyStubsAtOnceGetTheirOwnAnswers() async throws {
            let provider = Provider<Zen>(transport: SampleTransport())
            let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<256 {
                    group.addTask { (number, try await provider.request(.user("\(number)"), as: User.self).name) }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            #expect(answers == Dictionary(uniqueKeysWithValues: (0..<256).map { ($0, "\($0)") }))
        }

        @Test(arguments: TransportUnderTest.all)
        func bigAnswersAtOnceAreNotMixedUp(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                [.answer(200, [:], String(repeating: request.target.dropFirst().prefix(1).description, count: 300_000))]
            }
            let provider = transport.provider()
            try await FaultServer.withServer(script: script) { server in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for letter in "abcdefghijklmnopqrst" {
                        group.addTask {
                            let data = try await provider.request(Probe(server.baseURL, "/\(letter)")).data
                            #expect(data == Data(String(repeating: letter, count: 300_000).utf8))
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
