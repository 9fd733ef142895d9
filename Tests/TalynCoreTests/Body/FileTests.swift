import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct FileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
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
