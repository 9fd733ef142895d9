import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynTransfers

/// Downloads that go on where they were cut, over real sockets.
@Suite(.serialized, .sockets) struct ResumedDownloadTests {
    let directory: TemporaryDirectory
    let target: URL

    init() throws {
        directory = try TemporaryDirectory()
        target = directory.url.appendingPathComponent("target")
    }

    private var content: Data { get throws { try Data(contentsOf: target) } }

    private static let offsets = [1, 1_000, 65_536, 299_999]

    @Test(arguments: TransportUnderTest.all, offsets)
    func droppedDownloadResumes(_ transport: TransportUnderTest, offset: Int) async throws {
        let file = ServedFile(300_000)
        try await FaultServer.withServer(script: file.script(cutAt: offset)) { server in
            let response = try await transport.provider().downloaded(
                Probe(server.baseURL),
                to: DownloadDestination(target)
            )
            #expect(response.fileURL == target)
            #expect(response.statusCode == 206)
            #expect(try content == file.content)
            #expect(try directory.names == ["target"])
            let requests = server.requests
            #expect(requests.map(\.range) == [nil, "bytes=\(offset)-"])
            #expect(requests.map { $0.header("If-Range") } == [[], ["\"v1\""]])
            #expect(requests.map { $0.header("Accept-Encoding") } == [["identity"], ["identity"]])
            let attempts = try #require(response.metrics?.attempts)
            #expect(attempts.map(\.reason) == [nil, "connectionLost, resumes at byte \(offset)"])
            #expect(attempts.map(\.receivedBytes) == [Int64(offset), Int64(300_000 - offset)])
            #expect(response.metrics?.notes.map(\.plugin) == ["Provider"])
        }
    }

    @Test(arguments: TransportUnderTest.all, [FaultServer.Step.close, .reset])
    func downloadThatDropsOftenResumes(_ transport: TransportUnderTest, end: FaultServer.Step) async throws {
        let file = ServedFile(300_000)
        let script = file.script(cutAt: 10_000, 1, 50_000, 20_000, 60_000, by: end)
        try await FaultServer.withServer(script: script) { server in
            let provider = transport.provider(plugins: [RetryPlugin.jumping { $0.maximumAttempts = 6 }])
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try content == file.content)
            #expect(server.requests.count == 6)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func dateIsTheValidatorWithoutATag(_ transport: TransportUnderTest) async throws {
        let date = "Sat, 01 Jan 2022 00:00:00 GMT"
        let file = ServedFile(3_000, ["Last-Modified": date, "Date": "Sat, 01 Jan 2022 01:00:00 GMT"])
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            _ = try await transport.provider().downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try content == file.content)
            #expect(server.requests.map { $0.header("If-Range") } == [[], [date]])
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func newVersionStartsOver(_ transport: TransportUnderTest) async throws {
        let (old, new) = (ServedFile(300_000), ServedFile(2_000, ["ETag": "\"v2\""]))
        let counts = Recorder<Int64>()
        let script: FaultServer.Script = {
            $0.range == nil ? old.answer(to: $0, cutAt: 200_000) : new.answer(to: $0)
        }
        try await FaultServer.withServer(script: script) { server in
            let destination = DownloadDestination(target)
            let response = try await transport.provider().downloaded(Probe(server.baseURL), to: destination) {
                count,
                _ in
                counts.record(count)
            }
            #expect(response.statusCode == 200)
            #expect(try content == new.content)
            #expect(server.requests.count == 2)
        }
        #expect(counts.events.contains(200_000))
        #expect(counts.events.last == 2_000)
    }

    @Test(arguments: TransportUnderTest.all, [[:], ["ETag": "W/\"v1\""], ["ETag": "\"v1\"", "Accept-Ranges": "none"]])
    func withoutValidatorItStartsOverIfAtAll(_ transport: TransportUnderTest, fields: [String: String]) async throws {
        let file = ServedFile(3_000, fields)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000, 1_000)) { server in
            let probe = Probe(server.baseURL)
            let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
            let error = await #expect(throws: TalynError.self) {
                try await transport.provider().downloaded(probe, to: destination)
            }
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(try directory.names == [])
            let retrying = transport.provider(plugins: [RetryPlugin.jumping()])
            _ = try await retrying.downloaded(probe, to: destination)
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, nil, nil])
        }
    }

    /// A download with all bytes, but without the end of the message, asks for more and gets status 416.
    @Test(arguments: TransportUnderTest.all)
    func fileMayBeCompleteWithoutKnowing(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        let script: FaultServer.Script = { request in
            guard request.range == nil else { return file.answer(to: request) }
            let head = "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n"
            return [.send(head), .sendBytes(Array(file.content)), .send("\r\n"), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            let response = try await transport.provider().downloaded(
                Probe(server.baseURL),
                to: DownloadDestination(target)
            )
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=3000-", "bytes=2999-"])
            #expect(response.statusCode == 206)
        }
    }

    @Test(arguments: TransportUnderTest.all, ["bytes 999-2999/3000", "bytes 1000-2999/4000", "bytes */3000", "x"])
    func partThatDoesNotFitBeginsAnew(_ transport: TransportUnderTest, range: String) async throws {
        let file = ServedFile(3_000)
        let lie = Answer(status: 206, fields: [("Content-Range", range), ("ETag", "\"v1\"")], body: Data(count: 2_000))
        let cuts = InTurn([1_000, nil, 1_000])
        let script: FaultServer.Script = {
            $0.range == nil ? file.answer(to: $0, cutAt: cuts.next()) : [.sendBytes(lie.bytes)]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = transport.provider()
            let response = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", nil])
            #expect(response.metrics?.attempts.last?.reason == "the part doesn't fit, starts over")
        }
        try FileManager.default.removeItem(at: target)
        // A server that does so again is not asked for ever.
        let stubborn: FaultServer.Script = {
            $0.range == nil ? file.answer(to: $0, cutAt: 1_000) : [.sendBytes(lie.bytes)]
        }
        try await FaultServer.withServer(script: stubborn) { server in
            let error = await #expect(throws: TalynError.self) {
                try await transport.provider().downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            }
            #expect(error?.underlyingError as? BodyError == .unexpectedPart)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", nil, "bytes=1000-"])
        }
        #expect(try directory.names == [])
    }

    @Test(arguments: TransportUnderTest.all)
    func serverMayGiveLessThanIsAskedFor(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        let script: FaultServer.Script = { request in
            guard let start = request.range.flatMap({ Int($0.filter(\.isNumber)) }) else {
                return file.answer(to: request, cutAt: 1_000)
            }
            let end = min(start + 900, 3_000)
            let fields = [("Content-Range", "bytes \(start)-\(end - 1)/3000"), ("ETag", "\"v1\"")]
            return [.sendBytes(Answer(status: 206, fields: fields, body: file.content[start..<end]).bytes)]
        }
        try await FaultServer.withServer(script: script) { server in
            _ = try await transport.provider().downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", "bytes=1900-", "bytes=2800-"])
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func otherMethodsStartOver(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            let provider = transport.provider(plugins: [RetryPlugin.jumping()])
            let probe = Probe(server.baseURL, "/", .put, body: Data("which".utf8))
            _ = try await provider.downloaded(probe, to: DownloadDestination(target))
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, nil])
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func rangeOfTheTargetIsKept(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        try await FaultServer.withServer(script: file.script()) { server in
            let probe = Probe(server.baseURL, headers: ["Range": "bytes=10-19"])
            _ = try await transport.provider().downloaded(probe, to: DownloadDestination(target))
            #expect(try content == file.content[10..<20])
            #expect(server.requests.map { $0.header("If-Range") } == [[]])
        }
    }

    @Test(arguments: TransportUnderTest.all, [StatusValidation.any, .successCodes])
    func errorPageIsNotTheFile(_ transport: TransportUnderTest, validation: StatusValidation) async throws {
        let file = ServedFile(3_000)
        let answers = InTurn<Answer?>([nil, Answer(status: 404, body: Data("gone".utf8)), nil])
        let script: FaultServer.Script = { request in
            answers.next().map { [.sendBytes($0.bytes)] }
                ?? file.answer(to: request, cutAt: request.range == nil ? 1_000 : nil)
        }
        try await FaultServer.withServer(script: script) { server in
            let strict = Strict(probe: Probe(server.baseURL), validation: validation)
            let provider = Provider<Strict>(transport: transport.provider().transport)
            let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(strict, to: destination)
            }
            #expect(error?.response?.data == Data("gone".utf8))
            #expect(error?.reason == .unacceptableStatus)
            #expect(error?.statusCode == 404)
            #expect(try directory.names == [".target.talyn-part", ".target.talyn-part-state"])
            _ = try await provider.downloaded(strict, to: destination)
            #expect(try content == file.content)
            #expect(server.requests.map(\.range) == [nil, "bytes=1000-", "bytes=1000-"])
            #expect(try directory.names == ["target"])
        }
    }

    @Test(arguments: TransportUnderTest.all, [202, 204])
    func successWithoutTheFileDoesNotReplaceIt(_ transport: TransportUnderTest, status: Int) async throws {
        let file = ServedFile(3_000)
        let script: FaultServer.Script = { request in
            guard request.range != nil else { return file.answer(to: request, cutAt: 1_000) }
            return [.sendBytes(Answer(status: status).bytes)]
        }
        try Data("before".utf8).write(to: target)
        try await FaultServer.withServer(script: script) { server in
            let destination = DownloadDestination(target) {
                $0.replacesExistingFile = true
                $0.keepsPartialFile = true
            }
            let error = await #expect(throws: TalynError.self) {
                try await transport.provider().downloaded(Probe(server.baseURL), to: destination)
            }
            #expect(error?.underlyingError as? BodyError == .unexpectedPart, "\(String(describing: error))")
            let kept = try Data(contentsOf: directory.url.appendingPathComponent(".target.talyn-part"))
            #expect(kept.count == 1_000)
            #expect(try content == Data("before".utf8))
        }
    }

    /// A target says which responses it takes, and doesn't know of parts.
    @Test func partIsAcceptedWhereTheWholeIs() async throws {
        let file = ServedFile(3_000)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            let strict = Strict(probe: Probe(server.baseURL), validation: .codes([200]))
            let provider = Provider<Strict>(transport: TransportUnderTest.all[0].provider().transport)
            _ = try await provider.downloaded(strict, to: DownloadDestination(target))
            #expect(try content == file.content)
        }
    }

    private struct Strict: TargetType {
        let probe: Probe
        let validation: StatusValidation
        var baseURL: URL { probe.baseURL }
        var path: RequestPath { probe.path }
    }

    @Test(arguments: TransportUnderTest.all)
    func sizeLimitIsThatOfTheWholeFile(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        let limited = RequestOptions { $0.maximumResponseSize = 2_500 }
        let busy = Answer(status: 503)
        let answers = InTurn<Answer?>([nil, busy, nil])
        let script: FaultServer.Script = { request in
            answers.next().map { [.sendBytes($0.bytes)] }
                ?? file.answer(to: request, cutAt: request.range == nil ? 1_000 : nil)
        }
        try await FaultServer.withServer(script: script) { server in
            let destination = DownloadDestination(target) { $0.keepsPartialFile = true }
            let provider = transport.provider()
            await #expect(throws: TalynError.self) {
                try await provider.downloaded(Probe(server.baseURL), to: destination)
            }
            let error = await #expect(throws: TalynError.self) {
                try await provider.downloaded(Probe(server.baseURL), to: destination, limited)
            }
            #expect(error?.transportError?.kind == .responseTooLarge)
            #expect(server.requests.last?.range == "bytes=1000-")
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func unexpectedCompressionIsDecoded(_ transport: TransportUnderTest) async throws {
        // "Hello, hello, hello!" by gzip.
        let packed = Data(base64Encoded: "H4sIAAAAAAACA/NIzcnJ11HIQKIUAazrLuQUAAAA") ?? Data()
        let answer = Answer(fields: [("Content-Encoding", "gzip"), ("ETag", "\"v1\"")], body: packed)
        try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
            _ = try await transport.provider().downloaded(Probe(server.baseURL), to: DownloadDestination(target))
            #expect(try content == Data("Hello, hello, hello!".utf8))
        }
    }

    /// Each attempt has its time, and each that brings something is worth another.
    @Test(arguments: TransportUnderTest.all)
    func attemptThatTimesOutResumes(_ transport: TransportUnderTest) async throws {
        let file = ServedFile(3_000)
        let clock = ManualClock()
        let arrived = Watched<Int64>(0)
        try await FaultServer.withServer(script: file.script(cutAt: 1_000, by: .hang)) { server in
            let provider = Provider<Probe>(transport: transport.provider().transport, clock: clock)
            let options = RequestOptions { $0.timeout = .seconds(10) }
            async let response = provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target), options) {
                count,
                _ in
                arrived.update { $0 = count }
            }
            await arrived.wait { $0 == 1_000 }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(10))
            let account = try await response.metrics
            #expect(account?.attempts.last?.reason == "timedOut, resumes at byte 1000")
            #expect(try content == file.content)
        }
    }

    @Test func countsAreThoseOfTheWholeFile() async throws {
        let file = ServedFile(3_000)
        let counts = Recorder<[Int64?]>()
        try await FaultServer.withServer(script: file.script(cutAt: 1_000)) { server in
            let provider = TransportUnderTest.all[0].provider()
            _ = try await provider.downloaded(Probe(server.baseURL), to: DownloadDestination(target)) { count, total in
                counts.record([count, total])
            }
        }
        #expect(counts.events.allSatisfy { $0[1] == 3_000 })
        let received = counts.events.compactMap { $0[0] }
        #expect(received == received.sorted())
        #expect(received.first == 0)
        #expect(received.filter { $0 == 1_000 }.count == 2)
        #expect(received.last == 3_000)
    }
}
