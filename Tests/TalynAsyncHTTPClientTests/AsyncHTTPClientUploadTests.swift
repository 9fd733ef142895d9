#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The pace of a streamed upload.
@Suite struct AsyncHTTPClientUploadTests {
    /// A body that counts the chunks that were asked for. Two of them fill the queue.
    private final class CountedChunks: Sendable {
        let count = Atomic(0)

        var body: HTTPBody {
            HTTPBody(isReplayable: false) { [self] in
                {
                    self.count.add(1, ordering: .relaxed)
                    return Data(count: AsyncHTTPClientUpload.maximumQueue / 2)
                }
            }
        }

        var value: Int { count.load(ordering: .relaxed) }
    }

    /// An upload whose queue is full, and the request for its next chunk. The request runs at once, until it waits.
    private static func waiting(for chunks: CountedChunks) async throws -> (
        AsyncHTTPClientUpload, Task<Int?, any Error>
    ) {
        let upload = AsyncHTTPClientUpload(chunks.body, onSend: nil)
        upload.headWasSent()
        var iterator = upload.makeAsyncIterator()
        _ = try await iterator.next()
        _ = try await iterator.next()
        let next = Task.immediate { [iterator] in
            var iterator = iterator
            return try await iterator.next()?.readableBytes
        }
        return (upload, next)
    }

    @Test func uploadWaitsUntilTheConnectionHasTakenHalfOfTheQueue() async throws {
        let chunks = CountedChunks()
        let (upload, third) = try await Self.waiting(for: chunks)
        #expect(chunks.value == 2)
        let half = AsyncHTTPClientUpload.maximumQueue / 2
        upload.connectionTook(half - 1)
        #expect(chunks.value == 2)
        upload.connectionTook(1)
        #expect(try await third.value == half)
        #expect(chunks.value == 3)
    }

    @Test func endOfTheCallEndsTheWait() async throws {
        let (upload, third) = try await Self.waiting(for: CountedChunks())
        upload.end()
        _ = await third.result
    }

    @Test func endWaitsUntilTheConnectionHasTakenAllBytes() async throws {
        let upload = AsyncHTTPClientUpload(HTTPBody(Data(count: 10)), onSend: nil)
        upload.headWasSent()
        let iterator = upload.makeAsyncIterator()
        let hasEnded = Locked(false)
        let end = Task.immediate {
            var iterator = iterator
            while try await iterator.next() != nil {}
            hasEnded.withLock { $0 = true }
        }
        upload.connectionTook(9)
        #expect(!hasEnded.withLock { $0 })
        upload.connectionTook(1)
        try await end.value
    }

    @Test func uploadWithoutAConnectionDoesNotWait() async throws {
        let chunks = CountedChunks()
        var iterator = AsyncHTTPClientUpload(chunks.body, onSend: nil).makeAsyncIterator()
        for _ in 0..<10 { _ = try await iterator.next() }
        #expect(chunks.value == 10)
    }
}
#endif
