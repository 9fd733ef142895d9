import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

/// What is left of a download that has failed, and how another goes on with it.
@Suite(.serialized, .sockets) struct KeptDownloadTests {
    private let directory: TemporaryDirectory
    private let target: URL
    private let file = ServedFile(3_000)

    private static let parts = [".target.talyn-part", ".target.talyn-part-state"]

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private var content: Data { get throws { try Data(contentsOf: target) } }

    private var kept: DownloadDestination { DownloadDestination(target) { $0.keepsPartialFile = true } }

    private var part: URL { directory.url.appendingPathComponent(Self.parts[0]) }

    private var state: URL { directory.url.appendingPathComponent(Self.parts[1]) }

    /// A server whose first answer is cut after 1000 bytes, and whose second is 503.
    private var failing: FaultServer.Script {
        let turns = InTurn([0, 1, 2])
        return { [file] request in
            switch turns.next() {
            case 0: file.answer(to: request, cutAt: 1_000)
            case 1: [.answer(503)]
            default: file.answer(to: request)
            }
        }
    }

    /// Runs `body` with a server on which a download has failed after 1000 bytes.
    private func withFailure(
        _ destination: DownloadDestination? = nil,
        path: RequestPath = "",
        query: RequestParameters = [:],
        _ body: @Sendable (FaultServer) async throws -> Void
    ) async throws {
        let destination = destination ?? kept
        try await FaultServer.withServer(script: failing) { server in
            let provider = TransportUnderTest.all[0].provider()
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(Probe(server.baseURL, path, query: query), to: destination)
            }
            #expect(error?.statusCode == 503)
            try await body(server)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func anotherProviderResumes(_ transport: TransportUnderTest) async throws {
        try await withFailure { server in
            #expect(try directory.names == Self.parts)
            #expect(try Data(contentsOf: part) == file.content.prefix(1_000))
            _ = try await transport.provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
            #expect(server.requests.last?.range == "bytes=1000-")
        }
    }

    @Test func partIsRemovedByDefault() async throws {
        try await withFailure(DownloadDestination(target)) { _ in }
        #expect(try directory.names == [])
    }

    @Test func downloadThatKeepsNothingUsesNothing() async throws {
        try await withFailure { server in
            _ = try await TransportUnderTest.all[0].provider().downloaded(
                Probe(server.baseURL),
                to: DownloadDestination(target)
            )
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
        }
    }

    @Test func keptPartOutlivesACallWithoutNewBytes() async throws {
        try await withFailure { server in
            let port = try closedPort()
            let nobody = await #expect(throws: TalynError.self) {
                try await TransportUnderTest.all[0].provider()
                    .downloaded(Probe(URL(string: "http://127.0.0.1:\(port)")!, "/other"), to: kept)
            }
            #expect(nobody?.isConnectionFailure == true)
            #expect(try directory.names == Self.parts)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == "bytes=1000-")
            #expect(try content == file.content)
        }
    }

    @Test func partOfAnotherURLIsNotUsed() async throws {
        try await withFailure(path: "/a") { server in
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL, "/b"), to: kept)
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
        }
    }

    @Test func secretsAreComparedAndNotWrittenDown() async throws {
        try await withFailure(path: "/a", query: ["token": "old"]) { server in
            #expect(try !String(contentsOf: state, encoding: .utf8).contains("old"))
            let identity = FileVersion.identity(of: "x", like: nil)
            #expect(FileVersion.identity(of: "x", like: identity) == identity)
            #expect(FileVersion.identity(of: "x", like: nil) != identity)
            _ = try await TransportUnderTest.all[0].provider().downloaded(
                Probe(server.baseURL, "/a", query: ["token": "new"]),
                to: kept
            )
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
        }
    }

    /// After a power loss, a file can have its length without its bytes.
    @Test func onlySynchronizedBytesOutliveThePowerLoss() async throws {
        try await withFailure { server in
            var bytes = try Data(contentsOf: part)
            bytes.append(Data(count: 500))
            try bytes.write(to: part)
            let text = try String(contentsOf: state, encoding: .utf8)
            let boot = try #require(BootIdentifier.current)
            try Data(text.replacingOccurrences(of: boot, with: "another").utf8).write(to: state)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == "bytes=1000-")
            #expect(try content == file.content)
        }
    }

    @Test(arguments: ["", "{}", "nonsense", #"{"format":99,"version":{"request":"GET /","digests":[]}}"#])
    func stateThatCannotBeReadIsNotUsed(text: String) async throws {
        try await withFailure { server in
            try Data(text.utf8).write(to: state)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
        }
    }

    @Test func bytesWithoutStateAreNotUsed() async throws {
        try await withFailure { server in
            try FileManager.default.removeItem(at: state)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
        }
    }

    @Test func stateWithoutBytesIsNotUsed() async throws {
        try await withFailure { server in
            try FileManager.default.removeItem(at: part)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == nil)
            #expect(try content == file.content)
        }
    }

    /// Its process ended between the last byte and the file's move.
    @Test(arguments: TransportUnderTest.all)
    func wholeFileIsOnlyLookedAt(_ transport: TransportUnderTest) async throws {
        try await withFailure { server in
            try file.content.write(to: part)
            let response = try await transport.provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == "bytes=2999-")
            #expect(response.statusCode == 206)
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
        }
    }

    /// Its process ended between the two steps in which a file without a name to replace is moved.
    @Test func fileThatIsInItsPlaceAlreadyIsNotTouched() async throws {
        try await withFailure { server in
            try FileManager.default.linkItem(at: part, to: target)
            let destination = DownloadDestination(target) {
                $0.keepsPartialFile = true
                $0.replacesExistingFile = true
            }
            let old = try FileHandle(forReadingFrom: target)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: destination)
            #expect(try content == file.content)
            #expect(try old.readToEnd() == file.content.prefix(1_000))
            #expect(try directory.names == ["target"])
        }
    }

    @Test func unreachableServerLeavesTheKeptPart() async throws {
        try await withFailure { server in
            let provider = Provider<Probe>(transport: ClosureTransport { _ in throw TransportError(.cannotConnect) })
            await #expect(throws: TalynError.self) {
                try await provider.downloaded(Probe(server.baseURL), to: kept)
            }
            #expect(try directory.names == Self.parts)
            _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: kept)
            #expect(server.requests.last?.range == "bytes=1000-")
        }
    }

    @Test(arguments: TransportUnderTest.all, [false, true])
    func cancelledDownloadKeepsItsPart(_ transport: TransportUnderTest, keeps: Bool) async throws {
        let arrived = Watched<Int64>(0)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000, by: .hang)) { server in
            let destination = DownloadDestination(target) { $0.keepsPartialFile = keeps }
            let call = Task {
                await Result { () async throws(TalynError) in
                    try await transport.provider().downloaded(Probe(server.baseURL), to: destination) { count, _ in
                        arrived.update { $0 = count }
                    }
                }
            }
            await arrived.wait { $0 == 1_000 }
            call.cancel()
            #expect(await call.value.text == "cancelled")
            #expect(server.requests.count == 1)
        }
        #expect(try directory.names == (keeps ? Self.parts : []))
        if keeps { #expect(try Data(contentsOf: part) == file.content.prefix(1_000)) }
    }

    @Test(arguments: [false, true])
    func secondDownloadToTheSamePlaceFails(keeps: Bool) async throws {
        let arrived = Watched<Int64>(0)
        let script: FaultServer.Script = { [file] request in
            let bytes = Answer(fields: [("ETag", "\"v1\"")], body: file.content).bytes
            return [.sendBytes(Array(bytes.dropLast(2_000))), .waitForRelease, .sendBytes(Array(bytes.suffix(2_000)))]
        }
        try await FaultServer.withServer(script: script) { server in
            let destination = DownloadDestination(target) { $0.keepsPartialFile = keeps }
            let provider = TransportUnderTest.all[0].provider()
            async let first = provider.downloaded(Probe(server.baseURL), to: destination) { count, _ in
                arrived.update { $0 = count }
            }
            await arrived.wait { $0 == 1_000 }
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(Probe(server.baseURL), to: destination)
            }
            #expect(error?.underlyingError as? BodyError == .destinationInUse(target))
            #expect(server.requests.count == 1)
            server.release()
            _ = try await first
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
        }
    }

    @Test func longNamesHaveRoom() async throws {
        let names = [String(repeating: "é", count: 127), String(repeating: "é", count: 126) + "ab"]
        for name in names {
            let target = directory.url.appendingPathComponent(name)
            let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
            try await withFailure(destination) { server in
                #expect(try directory.names.count { $0.hasPrefix(".") } == 2)
                _ = try await TransportUnderTest.all[0].provider().downloaded(Probe(server.baseURL), to: destination)
                #expect(try Data(contentsOf: target) == file.content)
                #expect(server.requests.last?.range == "bytes=1000-")
            }
        }
    }
}
