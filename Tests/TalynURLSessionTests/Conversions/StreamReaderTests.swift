import Foundation
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

struct StreamReaderTests {
    /// Takes until it is told to for its opening, as one at a pipe does.
    private final class SlowStream: InputStream {
        let isOpening = DispatchSemaphore(value: 0)
        let mayOpen = DispatchSemaphore(value: 0)

        override func open() {
            isOpening.signal()
            mayOpen.wait()
            super.open()
        }
    }

    /// Blocks when it is read, as a pipe without a writer does.
    private final class BlockedStream: InputStream {
        let isReading = DispatchSemaphore(value: 0)
        let mayRead = DispatchSemaphore(value: 0)

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            isReading.signal()
            mayRead.wait()
            mayRead.signal()  // A body is read beyond its declared length, too.
            return super.read(buffer, maxLength: maxLength)
        }
    }

    /// Reads another stream when it is asked for its status.
    private final class CuriousStream: InputStream {
        private let other = SingleUseStream(stream: InputStream(data: Data()))

        override var streamStatus: Status {
            _ = try? other.open()
            return super.streamStatus
        }
    }

    @Test func streamIsNotAskedUnderALock() throws {
        _ = try SingleUseStream(stream: CuriousStream(data: Data())).open()
    }

    @Test(arguments: [nil, 7] as [Int64?])
    func cancelledTaskDoesNotWaitForABlockedStream(length: Int64?) async throws {
        let stream = BlockedStream(data: Data("content".utf8))
        let (isReading, mayRead) = (stream.isReading, stream.mayRead)
        let body = HTTPBody(stream, length: length)
        let task = Task { () async throws in
            var chunks = body.makeAsyncIterator()
            await #expect(throws: CancellationError.self) { try await chunks.next() }
            // The stream is still being read, and isn't asked again.
            #expect(try await chunks.next() == nil)
        }
        await FileWork.run { isReading.wait() }
        task.cancel()
        try await task.value
        mayRead.signal()
    }

    @Test func cancelledRequestDoesNotWaitForABlockedStream() async throws {
        let stream = BlockedStream(data: Data("content".utf8))
        let (isReading, mayRead) = (stream.isReading, stream.mayRead)
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        let body = HTTPBody(stream)
        let task = Task { try await URLSessionTransport().send(OutgoingRequest(method: .post, url: url, body: body)) }
        await FileWork.run { isReading.wait() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        mayRead.signal()
    }

    @Test func streamThatTakesTimeToOpenHoldsUpNoOther() async throws {
        let slow = SlowStream(data: Data("slow".utf8))
        let (isOpening, mayOpen) = (slow.isOpening, slow.mayOpen)
        let first = SingleUseStream(stream: slow)
        async let opened = StreamWork.run { () throws(BodyError) in try first.open() }
        await FileWork.run { isOpening.wait() }
        let quick = SingleUseStream(stream: InputStream(data: Data("quick".utf8)))
        #expect(try quick.open().read(9) == Data("quick".utf8))
        #expect(throws: BodyError.streamAlreadyUsed) { try first.open() }
        mayOpen.signal()
        #expect(try await opened.read(9) == Data("slow".utf8))
    }
}
