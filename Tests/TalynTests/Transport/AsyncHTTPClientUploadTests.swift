#if AsyncHTTPClient && os(Linux)
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Talyn

/// The pace of a streamed upload.
@Suite struct AsyncHTTPClientUploadTests {
    /// A body that counts the chunks that were asked for. Each has 128 KB.
    private final class CountedChunks: Sendable {
        let count = Atomic(0)

        var body: HTTPBody {
            HTTPBody(isReplayable: false) { [self] in
                {
                    self.count.add(1, ordering: .relaxed)
                    return Data(count: 131_072)
                }
            }
        }

        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func uploadWaitsForTheConnectionAfterAQuarterOfAMegabyte() async throws {
        let chunks = CountedChunks()
        let upload = AsyncHTTPClientUpload(chunks.body, onSend: nil)
        upload.headWasSent()
        var iterator = upload.makeAsyncIterator()
        _ = try await iterator.next()
        _ = try await iterator.next()
        // Runs at once, until it waits.
        let third = Task.immediate { [iterator] in
            var iterator = iterator
            return try await iterator.next()?.readableBytes
        }
        #expect(chunks.value == 2)
        upload.connectionTook(131_072)
        #expect(try await third.value == 131_072)
        #expect(chunks.value == 3)
    }

    @Test func endOfTheCallEndsTheWait() async throws {
        let chunks = CountedChunks()
        let upload = AsyncHTTPClientUpload(chunks.body, onSend: nil)
        upload.headWasSent()
        var iterator = upload.makeAsyncIterator()
        _ = try await iterator.next()
        _ = try await iterator.next()
        let third = Task.immediate { [iterator] in
            var iterator = iterator
            _ = try await iterator.next()
        }
        upload.end()
        _ = await third.result
    }

    @Test func uploadWithoutAConnectionDoesNotWait() async throws {
        let chunks = CountedChunks()
        var iterator = AsyncHTTPClientUpload(chunks.body, onSend: nil).makeAsyncIterator()
        for _ in 0..<10 { _ = try await iterator.next() }
        #expect(chunks.value == 10)
    }

    @Test func uploadPassesToTheGuardAndNoFurther() {
        var headers: HTTPHeaders = ["Accept": "text/plain"]
        let upload = AsyncHTTPClientUpload(HTTPBody(Data()), onSend: nil)
        ExchangeNote.add(upload, to: &headers)
        var copy = headers
        #expect(ExchangeNote.takeUpload(from: &headers) === upload)
        #expect(headers == ["Accept": "text/plain"])
        #expect(ExchangeNote.takeUpload(from: &copy) == nil)
    }

    @Test func uploadThatEndsIsForgotten() {
        var headers = HTTPHeaders()
        let upload = AsyncHTTPClientUpload(HTTPBody(Data()), onSend: nil)
        ExchangeNote.add(upload, to: &headers)
        upload.end()
        #expect(ExchangeNote.takeUpload(from: &headers) == nil)
    }
}
#endif
