import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct HTTPBodyTests {
    private func read(_ body: HTTPBody) async throws -> [String] {
        var chunks: [String] = []
        for try await chunk in body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
        return chunks
    }

    /// What is read of a body, and what it fails with.
    private func outcome(_ body: HTTPBody) async -> (chunks: [String], error: (any Error)?) {
        var chunks: [String] = []
        do {
            for try await chunk in body { chunks.append(String(decoding: chunk, as: UTF8.self)) }
            return (chunks, nil)
        } catch {
            return (chunks, error)
        }
    }

    @Test func sequenceIsReadChunkByChunk() async throws {
        let chunks = Chunks("a", "", "bc")
        let body = HTTPBody(chunks)
        #expect(body.length == nil)
        #expect(!body.isReplayable)
        #expect(body.data == nil)
        var iterator = body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("a".utf8))
        #expect(chunks.pulled.events == [0])
        // An empty one would end a body that is sent in chunks.
        #expect(try await iterator.next() == Data("bc".utf8))
        #expect(try await iterator.next() == nil)
    }

    @Test func sequenceThatCanNotBeIteratedAgainIsReadOnce() async throws {
        let body = HTTPBody(Chunks("a", "b"))
        #expect(try await read(body) == ["a", "b"])
        let second = await outcome(body)
        #expect(second.chunks.isEmpty)
        #expect(second.error as? BodyError == .streamAlreadyUsed)
    }

    @Test func replayableSequenceIsReadAgain() async throws {
        let body = HTTPBody(Chunks("a", "b"), length: 2, isReplayable: true)
        #expect(body.isReplayable)
        for _ in 1...3 { #expect(try await read(body) == ["a", "b"]) }
    }

    @Test(arguments: [0, 1, 3, 5] as [Int64])
    func bodyOfAnotherLengthIsNeverWhole(declared: Int64) async throws {
        let chunks = Chunks("a", "b", "cd")
        let bodies = [
            HTTPBody(chunks, length: declared, isReplayable: true),
            HTTPBody(length: declared, isReplayable: true) {
                var iterator = chunks.makeAsyncIterator()
                return { try await iterator.next() }
            },
        ]
        for body in bodies {
            let (read, error) = await outcome(body)
            let expected: BodyError =
                declared > 4
                ? .shorterThanDeclared(expected: declared, actual: 4) : .longerThanDeclared(expected: declared)
            #expect(error as? BodyError == expected)
            // All that was declared never comes out.
            #expect(declared > 4 || read.joined().utf8.count < max(declared, 1))
        }
    }

    @Test func bodyOfTheDeclaredLengthIsWhole() async throws {
        #expect(try await read(HTTPBody(Chunks("a", "", "bc", ""), length: 3)) == ["a", "bc"])
        #expect(try await read(HTTPBody(Chunks(), length: 0)) == [])
        #expect(try await read(HTTPBody(Chunks(""), length: 0)) == [])
    }

    @Test func negativeLengthIsUnknown() async throws {
        let body = HTTPBody(Chunks("abc"), length: -1)
        #expect(body.length == nil)
        #expect(try await read(body) == ["abc"])
    }

    @Test func errorOfASequenceReachesTheReader() async throws {
        let (read, error) = await outcome(HTTPBody(Chunks("a", fails: true)))
        #expect(read == ["a"])
        #expect(error is Chunks.Broken)
    }

    @Test func fileIsReadAgainAndAgain() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a", Data.pattern(300_000))
        let body = try HTTPBody(contentsOf: file)
        #expect(body.length == 300_000)
        #expect(body.isReplayable)
        for _ in 1...2 {
            var data = Data()
            for try await chunk in body { data.append(chunk) }
            #expect(data == Data.pattern(300_000))
        }
        try Data("short".utf8).write(to: file)
        #expect(await outcome(body).error as? BodyError == .shorterThanDeclared(expected: 300_000, actual: 5))
    }

    @Test func missingFileMakesNoBody() throws {
        let directory = try TemporaryDirectory()
        let missing = directory.url.appendingPathComponent("missing")
        #expect(throws: BodyError.cannotRead(missing, .ENOENT)) { try HTTPBody(contentsOf: missing) }
        #expect(throws: BodyError.notAFile(directory.url)) { try HTTPBody(contentsOf: directory.url) }
    }
}
