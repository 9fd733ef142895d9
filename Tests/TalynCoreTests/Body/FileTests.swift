import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct FileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func stream(_ chunks: [Data], then error: (any Error)? = nil) -> HTTPBody {
        HTTPBody(isReplayable: true) {
            var rest = chunks[...]
            return {
                if let chunk = rest.popFirst() { return chunk }
                if let error { throw error }
                return nil
            }
        }
    }

    @Test func bodyIsWrittenWhole() async throws {
        let chunks = (0..<40).map { Data(repeating: UInt8($0), count: 10_000) }
        let url = directory.url.appendingPathComponent("a")
        let progress = Recorder<Int64>()
        let count = try await stream(chunks).write(to: OpenFile(creating: url)) { progress.record($0) }
        #expect(count == 400_000)
        #expect(try Data(contentsOf: url) == Data(chunks.joined()))
        #expect(progress.events == (1...40).map { $0 * 10_000 })
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [false, true])
    func fullDiskIsATypedError(isInMemory: Bool) async throws {
        let full = URL(fileURLWithPath: "/dev/full")
        let body = isInMemory ? HTTPBody(Data(count: 10)) : stream([Data(count: 300_000), Data(count: 300_000)])
        let file = try OpenFile(full, flags: O_WRONLY, or: BodyError.cannotWrite)
        let error = await #expect(throws: BodyError.self) { try await body.write(to: file) }
        #expect(error == .cannotWrite(full, .ENOSPC))
        #expect(error?.recoverySuggestion == "Free space on the disk.")
    }

    @Test func fileThatIsThereIsNotOverwritten() throws {
        let url = try directory.file("a", "old")
        #expect(throws: BodyError.cannotWrite(url, .EEXIST)) { try OpenFile(creating: url) }
        #expect(try Data(contentsOf: url) == Data("old".utf8))
    }

    @Test func temporaryFileGoesWithItsHolder() throws {
        var file: TemporaryFile? = try TemporaryFile()
        let url = try #require(file?.url)
        try OpenFile(creating: url).write(Data("1".utf8))
        let parent = url.deletingLastPathComponent()
        let permissions = try FileManager.default.attributesOfItem(atPath: parent.path)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        file = nil
        #expect(!FileManager.default.fileExists(atPath: parent.path))
    }

    @Test func filesAreClosed() async throws {
        let url = try directory.file("a", Data(count: 1_000_000))
        let body = HTTPBody([try BodySegment(file: url)])
        // More often than a process may have files open.
        for _ in 0..<3000 {
            var iterator = body.makeAsyncIterator()
            _ = try await iterator.next()
        }
    }
}
