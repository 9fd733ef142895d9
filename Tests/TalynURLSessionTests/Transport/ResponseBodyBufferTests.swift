#if os(Linux)
import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

struct ResponseBodyBufferTests {
    private struct Broken: Error {}

    private let exchange = Exchange()

    /// The body of a response, and what takes its pieces.
    private func response() async throws -> (HTTPBody, ResponseBodyBuffer) {
        exchange.receive(.head(Exchange.Head(statusCode: 200, headerFields: [:], url: nil)))
        return (try await exchange.response().body, ResponseBodyBuffer(exchange))
    }

    @Test(arguments: [0, 1, 1_000_000, 5_000_000])
    func lateReaderGetsEverythingInOrder(count: Int) async throws {
        let content = Data.pattern(count)
        let (body, backlog) = try await response()
        for start in stride(from: 0, to: count, by: 16_000) {
            backlog.receive(.chunk(content[start..<min(start + 16_000, count)]))
        }
        backlog.receive(.end)
        var read = Data()
        for try await chunk in body { read.append(chunk) }
        #expect(read == content)
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func readerThatPausesGetsAllChunksInOrder(seed: UInt64) async throws {
        let content = Data.pattern(5_000_000)
        let (body, backlog) = try await response()
        async let sending: Void = {
            var random = SeededGenerator(seed: seed)
            var rest = content[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...400_000, using: &random))
                rest = rest.dropFirst(piece.count)
                backlog.receive(.chunk(Data(piece)))
                if Bool.random(using: &random) { await Task.yield() }
            }
            backlog.receive(.failure(Broken()))
        }()
        var random = SeededGenerator(seed: seed + 1000)
        var read = Data()
        await #expect(throws: Broken.self) {
            for try await chunk in body {
                read.append(chunk)
                for _ in 0..<Int.random(in: 0...50, using: &random) { await Task.yield() }
            }
        }
        #expect(read == content)
        await sending
    }

    @Test func readerThatGoesAwayEndsIt() async throws {
        var (body, backlog): (HTTPBody?, ResponseBodyBuffer) = try await response()
        for _ in 0..<10 { backlog.receive(.chunk(Data(count: 400_000))) }
        #expect(body != nil)
        body = nil
        // Nothing more is kept: what comes now is too late.
        #expect(exchange.isOver)
        backlog.receive(.chunk(Data(count: 400_000)))
        backlog.receive(.end)
    }

    @Test(arguments: [POSIXErrorCode.ENOSPC, .EACCES])
    func diskThatTakesNothingFailsTheBody(code: POSIXErrorCode) async throws {
        let full = URL(fileURLWithPath: "/dev/full")
        exchange.receive(.head(Exchange.Head(statusCode: 200, headerFields: [:], url: nil)))
        let body = try await exchange.response().body
        let backlog = ResponseBodyBuffer(exchange) { () throws(FileError) in
            if code == .EACCES { throw .cannotWrite(full, .EACCES) }
            return try OpenFile(full, flags: O_WRONLY, or: FileError.cannotWrite)
        }
        while !exchange.isOver { backlog.receive(.chunk(Data(count: 400_000))) }
        backlog.receive(.end)
        await #expect(throws: BodyError.cannotWrite(full, code)) {
            for try await _ in body {}
        }
    }

    /// A long response with a slow reader must not fill the disk.
    @Test func filesLeaveTheDiskWhenTheyWereRead() async throws {
        final class Weak: Sendable {
            nonisolated(unsafe) weak var file: OpenFile?
            init(_ file: OpenFile) { self.file = file }
        }
        let files = Recorder<Weak>()
        let content = Data.pattern(16_000_000)
        exchange.receive(.head(Exchange.Head(statusCode: 200, headerFields: [:], url: nil)))
        let body = try await exchange.response().body
        let buffer = ResponseBodyBuffer(exchange, fileSize: 1 << 20) { () throws(FileError) in
            let file = try OpenFile.scratch()
            files.record(Weak(file))
            return file
        }
        for start in stride(from: 0, to: content.count, by: 300_000) {
            buffer.receive(.chunk(content[start..<min(start + 300_000, content.count)]))
        }
        buffer.receive(.end)
        #expect(files.events.count(where: { $0.file != nil }) >= 13)
        var chunks = body.makeAsyncIterator()
        var read = Data()
        while read.count < 12_000_000, let chunk = try await chunks.next() { read.append(chunk) }
        #expect(files.events.count(where: { $0.file != nil }) <= 5)
        while let chunk = try await chunks.next() { read.append(chunk) }
        #expect(read == content)
    }

    @Test func unreadBytesHaveALimit() async throws {
        exchange.receive(.head(Exchange.Head(statusCode: 200, headerFields: [:], url: nil)))
        let body = try await exchange.response().body
        let buffer = ResponseBodyBuffer(exchange, maximumSize: 1_000_000)
        var count = 0
        let isAborted = Locked(false)
        exchange.whenAborted { isAborted.withLock { $0 = true } }
        while count < 100, !exchange.isOver {
            buffer.receive(.chunk(Data(count: 400_000)))
            if !exchange.isOver { count += 1 }
        }
        #expect(isAborted.withLock { $0 })
        // Some are in memory, and two in the file.
        #expect((3...6).contains(count))
        let error = await #expect(throws: TransportError.self) {
            for try await _ in body {}
        }
        #expect(error?.kind == .responseTooLarge)
    }

    @Test func fileHasNoName() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let file = try OpenFile.scratch()
        #expect(!FileManager.default.fileExists(atPath: file.url.path))
        #expect(!FileManager.default.fileExists(atPath: file.url.deletingLastPathComponent().path))
        try file.write(Data("hello".utf8))
        #expect(try file.read(3, at: 1) == Data("ell".utf8))
        #expect(throws: FileError.cannotRead(file.url, .EIO)) { try file.read(3, at: 4) }
        #expect(before > 0)
    }
}
#endif
