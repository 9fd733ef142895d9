#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import TalynCore
import _TalynSupport

/// The body of a request, as AsyncHTTPClient reads it.
final class AsyncHTTPClientUpload: AsyncSequence, Sendable {
    private struct State {
        var hasStarted = false
        var hasEnded = false
        /// Waits for the next chunk of the caller's code.
        var task: Task<Data?, any Error>?
        /// Whether a connection reports the bytes that it takes.
        var isOnConnection = false
        /// The number of bytes that AsyncHTTPClient has got, and the connection hasn't.
        var queuedBytes = 0
        /// Whether AsyncHTTPClient has got the last byte.
        var isComplete = false
        /// Waits until the connection has taken more bytes.
        var room: Promise<Void>?

        /// Whether AsyncHTTPClient must wait for the next chunk, or for the end.
        var isFull: Bool {
            isOnConnection && !hasEnded && queuedBytes >= (isComplete ? 1 : AsyncHTTPClientUpload.maximumQueue)
        }

        /// Whether it may go on. It gets half a queue at a time, since each wait changes threads.
        var hasRoom: Bool { queuedBytes <= (isComplete ? 0 : AsyncHTTPClientUpload.maximumQueue / 2) }
    }

    /// The number of bytes after which the connection must catch up. AsyncHTTPClient 1.37 takes any number of chunks before
    /// its connection gets the first of them. With 1 MB, a fast stream loses a third of its rate.
    static let maximumQueue = 6 << 20

    private let body: HTTPBody
    private let onSend: (@Sendable (Int64) -> Void)?
    private let state = Lock(State())

    /// - Parameter onSend: Receives the number of bytes that AsyncHTTPClient has taken.
    init(_ body: HTTPBody, onSend: (@Sendable (Int64) -> Void)?) {
        // Bytes in one piece would report no progress, and a server that reads them slowly would look idle.
        self.body = body.inPieces
        self.onSend = onSend
    }

    /// The number of bytes, if it is known.
    var length: Int64? { body.length }

    /// Whether the connection has asked for the first chunk.
    var hasStarted: Bool { state.withLock { $0.hasStarted } }

    /// The number of bytes that AsyncHTTPClient has got, less those that a ``ConnectionGuard`` has seen on the connection.
    var queuedBytes: Int { state.withLock { $0.queuedBytes } }

    /// Ends the upload. Cancels the caller's code if it is still making a chunk.
    func end() {
        let (task, room) = state.withLock { state in
            state.hasEnded = true
            return (state.task.take(), state.room.take())
        }
        task?.cancel()
        room?.resolve(())
    }

    // MARK: Connection

    /// Notes that a connection has sent the head, and now reports the bytes that it takes.
    func headWasSent() {
        state.withLock { $0.isOnConnection = true }
    }

    /// Notes that the connection has taken bytes.
    func connectionTook(_ count: Int) {
        let room = state.withLock { state in
            state.queuedBytes -= count
            return state.hasRoom ? state.room.take() : nil
        }
        room?.resolve(())
    }

    private func waitForRoom() async {
        guard state.withLock({ $0.isFull }) else { return }
        let room = Promise<Void>()
        let isFull = state.withLock { state in
            if state.isFull { state.room = room }
            return state.isFull
        }
        if isFull { await room.finalValue() }
    }

    /// Waits until the connection has taken all bytes.
    ///
    /// At the head of a response with a status of 300 or more, AsyncHTTPClient drops the chunks that its connection hasn't taken. An
    /// end of the stream would then be an error, since bytes are missing.
    private func complete() async {
        state.withLock { $0.isComplete = true }
        await waitForRoom()
    }

    // MARK: Chunks

    func makeAsyncIterator() -> AsyncIterator {
        state.withLock { $0.hasStarted = true }
        return AsyncIterator(upload: self, chunks: Chunks(body))
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let upload: AsyncHTTPClientUpload
        fileprivate let chunks: Chunks
        private var sentBytes: Int64 = 0

        fileprivate init(upload: AsyncHTTPClientUpload, chunks: Chunks) {
            self.upload = upload
            self.chunks = chunks
        }

        /// The next chunk. AsyncHTTPClient asks for it before the connection has taken the last one. So the reported number of
        /// sent bytes can be ahead of the connection by ``maximumQueue`` and a chunk.
        mutating func next() async throws -> ByteBuffer? {
            if sentBytes > 0 { upload.onSend?(sentBytes) }
            await upload.waitForRoom()
            let chunk = upload.body.isStream ? try await upload.chunk(of: chunks) : try await chunks.next()
            guard let chunk else {
                await upload.complete()
                return nil
            }
            sentBytes += Int64(chunk.count)
            upload.state.withLock { $0.queuedBytes += chunk.count }
            return ByteBuffer(bytes: chunk)
        }
    }

    /// The next chunk of the caller's code, in a task that ``end()`` can cancel.
    private func chunk(of chunks: Chunks) async throws -> Data? {
        // Runs at once. A chunk that is there costs no change of threads.
        let task = Task.immediate { try await chunks.next() }
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.task = task }
            return state.hasEnded
        }
        if hasEnded { task.cancel() }
        defer { state.withLock { $0.task = nil } }
        return try await task.value
    }
}

/// The chunks of a body, for one reader.
private final class Chunks: @unchecked Sendable {  // The reader waits for each chunk.
    private var iterator: StreamIterator<Data, any Error>

    init(_ body: HTTPBody) {
        iterator = body.makeAsyncIterator()
    }

    func next() async throws -> Data? {
        try await iterator.next()
    }
}
#endif
