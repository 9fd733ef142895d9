import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

extension ConformanceTests {
    @Suite(.serialized) struct Downloads {
        private let directory: TemporaryDirectory
        private let target: URL

        init() throws {
            directory = try TemporaryDirectory()
            target = directory.url.appendingPathComponent("target")
        }

        /// Content that tells it from that of other tests.
        private static func content(_ count: Int) -> Data {
            let marker = Data(UUID().uuidString.utf8)
            return Data((marker + Data.pattern(count)).prefix(max(count, 36)))
        }

        private func probe(_ baseURL: URL) -> Probe { Probe(baseURL, "/file") }

        /// Expects that nothing is left of a download, neither at its destination nor elsewhere.
        private func expectNothingLeft(of content: Data, sourceLocation: SourceLocation = #_sourceLocation) throws {
            #expect(try directory.names == [], sourceLocation: sourceLocation)
            let temporary = FileManager.default.temporaryDirectory
            for name in try FileManager.default.contentsOfDirectory(atPath: temporary.path)
            where name.hasPrefix("talyn-") {
                let file = temporary.appendingPathComponent(name).appendingPathComponent("content")
                guard let handle = try? FileHandle(forReadingFrom: file) else { continue }
                #expect(try handle.read(upToCount: 36) != content.prefix(36), sourceLocation: sourceLocation)
            }
        }

        private var replacing: DownloadDestination { DownloadDestination(target) { $0.replacesExistingFile = true } }

        @Test(arguments: TransportUnderTest.all, [36, 65_536, 3_000_000])
        func fileIsWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let content = Self.content(count)
            let answer = Answer(fields: [("Content-Type", "text/x")], body: content)
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                let response = try await transport.provider().downloaded(probe(server.baseURL), to: replacing)
                #expect(response.fileURL == target)
                #expect(response.headerFields[.contentType] == "text/x")
                #expect(try Data(contentsOf: target) == content)
                #expect(try response.contents() == content)
                #expect(response.description == "Status Code: 200, Data Length: \(count)")
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func emptyBodyIsAnEmptyFile(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let response = try await transport.provider().downloaded(
                    probe(server.baseURL),
                    to: DownloadDestination(target)
                )
                #expect(response.fileURL == target)
                #expect(response.data.isEmpty)
                #expect(try Data(contentsOf: target).isEmpty)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func progressCountsReceivedBytes(_ transport: TransportUnderTest) async throws {
            let answer = Answer(body: Self.content(3_000_000))
            let events = Recorder<TransferCount>()
            let response = try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                let stream = transport.provider().download(probe(server.baseURL), to: target)
                return try await stream.response(counting: events)
            }
            #expect(events.events.allSatisfy { $0.direction == .received && $0.total == 3_000_000 })
            let counts = events.events.map(\.completed)
            #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
            #expect(counts.last == 3_000_000)
            #expect(counts.count >= 2)
            #expect(response.fileURL == target)
        }

        @Test(arguments: TransportUnderTest.all)
        func slowReaderLosesNothing(_ transport: TransportUnderTest) async throws {
            let content = Self.content(20_000_000)
            let answer = Answer(body: content)
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                let head = try await transport.head(of: OutgoingRequest(url: server.baseURL))
                var received = Data()
                for try await chunk in head.body {
                    received.append(chunk)
                    for _ in 0..<20 { await Task.yield() }
                }
                #expect(received == content)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func responseThatIsNotAcceptedGoesNowhere(_ transport: TransportUnderTest) async throws {
            let content = Self.content(500_000)
            let answer = Answer(status: 404, body: content)
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.provider().downloaded(probe(server.baseURL), to: DownloadDestination(target))
                }
                #expect(error?.response?.data == content)
                #expect(error?.response?.fileURL == nil)
            }
            try expectNothingLeft(of: content)
        }

        @Test(arguments: TransportUnderTest.all)
        func cancelledDownloadLeavesNothing(_ transport: TransportUnderTest) async throws {
            let content = Self.content(600_000)
            let script: FaultServer.Script = { _ in [.head(length: 1_000_000), .sendBytes(Array(content)), .hang] }
            try await FaultServer.withServer(script: script) { server in
                let arrived = Watched<Int64>(0)
                let stream = transport.provider().download(probe(server.baseURL), to: target)
                let call = Task { try await stream.operation { count in arrived.update { $0 = count.completed } } }
                await arrived.wait { $0 == 600_000 }
                call.cancel()
                let error = await #expect(throws: TalynError.self) { try await call.value }
                #expect(error?.isCancelled == true)
                await server.connectionsClosed(atLeast: 1)
            }
            try expectNothingLeft(of: content)
        }

        @Test(arguments: TransportUnderTest.all, [FaultServer.Step.close, .reset])
        func lostConnectionLeavesNothing(_ transport: TransportUnderTest, end: FaultServer.Step) async throws {
            let content = Self.content(600_000)
            let script: FaultServer.Script = { _ in [.head(length: 1_000_000), .sendBytes(Array(content)), end] }
            try await FaultServer.withServer(script: script) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.provider().downloaded(probe(server.baseURL), to: DownloadDestination(target))
                }
                #expect(error?.transportError?.kind == .connectionLost)
            }
            try expectNothingLeft(of: content)
        }

        @Test(arguments: TransportUnderTest.all)
        func destinationThatCannotBeWrittenLeavesNothing(_ transport: TransportUnderTest) async throws {
            let content = Self.content(600_000)
            let answer = Answer(body: content)
            let missing = directory.url.appendingPathComponent("missing/target")
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.provider().downloaded(probe(server.baseURL), to: DownloadDestination(missing))
                }
                #expect(error?.underlyingError as? BodyError == .cannotWrite(missing, .ENOENT))
            }
            try expectNothingLeft(of: content)
        }
    }
}
