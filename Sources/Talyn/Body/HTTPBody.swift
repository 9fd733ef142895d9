public import Foundation

/// The content of a message, as chunks of bytes that are read once they are needed.
///
/// A body is either in memory or a stream. One in memory can be read any number of times; a stream can be read again
/// only if ``isReplayable`` says so.
public struct HTTPBody: AsyncSequence, Sendable {
    /// Gives the next chunk, or nil after the last.
    public typealias NextChunk = () async throws -> Data?

    private enum Storage: Sendable {
        case data(Data)
        case stream(@Sendable () -> NextChunk)
        case segments(Segments)
    }

    /// Files, streams of Foundation's and what is between them. An object, so that other bodies are no larger for it.
    private final class Segments: Sendable {
        /// The file, if it is just that.
        let file: URL?
        let makeReader: @Sendable () -> NextChunk

        init(file: URL?, makeReader: @escaping @Sendable () -> NextChunk) {
            self.file = file
            self.makeReader = makeReader
        }
    }

    private let storage: Storage

    /// The number of bytes, if it is known before they are read.
    public let length: Int64?

    /// Whether the body can be read more than once, as a redirect or another attempt needs.
    public let isReplayable: Bool

    /// A body in memory.
    public init(_ data: Data) {
        storage = .data(data)
        length = Int64(data.count)
        isReplayable = true
    }

    /// A body that is read as it is needed.
    ///
    /// Whoever reads it gets a ``BodyError`` instead of the last bytes if there are more or fewer of them than `length`
    /// says: a body of another length is never taken for a whole one.
    ///
    /// - Parameters:
    ///   - length: The number of bytes, if it is known; a negative one says that it isn't.
    ///   - isReplayable: Whether `makeReader` may be called more than once.
    ///   - makeReader: Starts at the first byte: returns a function that gives chunk after chunk, then nil.
    public init(length: Int64? = nil, isReplayable: Bool, makeReader: @escaping @Sendable () -> NextChunk) {
        storage = .stream(makeReader)
        self.length = length.flatMap { $0 < 0 ? nil : $0 }
        self.isReplayable = isReplayable
    }

    /// A body of segments, which see to their lengths themselves.
    ///
    /// - Parameter file: The file, if the body is just its content.
    init(
        file: URL? = nil,
        length: Int64?,
        isReplayable: Bool,
        makeSegmentReader: @escaping @Sendable () -> NextChunk
    ) {
        storage = .segments(Segments(file: file, makeReader: makeSegmentReader))
        self.length = length
        self.isReplayable = isReplayable
    }

    /// The bytes, if they are in memory already.
    public var data: Data? {
        switch storage {
        case .data(let data): data
        case .stream, .segments: nil
        }
    }

    /// Whether somebody else's code gives the bytes, one chunk after the other.
    var isStream: Bool {
        if case .stream = storage { true } else { false }
    }

    /// The file that holds just this body, for a client that reads files itself.
    var file: URL? {
        if case .segments(let segments) = storage { segments.file } else { nil }
    }

    /// A stream of the same bytes if they are in memory, and too many to be told of at once when they have been sent.
    var inPieces: HTTPBody {
        guard let data, data.count > FileWork.chunkSize else { return self }
        return HTTPBody(length: length, isReplayable: true) {
            var rest = data
            return {
                let piece = rest.prefix(FileWork.chunkSize)
                rest = rest.dropFirst(piece.count)
                return piece.isEmpty ? nil : piece
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        switch storage {
        case .data(let data):
            AsyncIterator(chunk: data.isEmpty ? nil : data, next: nil)
        case .stream(let makeReader):
            AsyncIterator(next: makeReader(), length: length.map { DeclaredLength($0) })
        case .segments(let segments):
            AsyncIterator(next: segments.makeReader())
        }
    }

    /// Gives the chunks one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunk: Data?
        fileprivate let next: NextChunk?
        /// How many bytes there are to be, if they are counted here.
        fileprivate var length: DeclaredLength?

        public mutating func next() async throws -> Data? {
            guard let next else { return chunk.take() }
            guard let chunk = try await Self.nonempty(next) else {
                try length?.end()
                return nil
            }
            try length?.add(chunk.count)
            if length?.missing == 0, let more = try await Self.nonempty(next) { try length?.add(more.count) }
            return chunk
        }

        private static func nonempty(_ next: NextChunk) async throws -> Data? {
            while let chunk = try await next() {
                if !chunk.isEmpty { return chunk }
            }
            return nil
        }
    }
}

extension HTTPBody {
    /// A body whose bytes come from a sequence, which is asked for each chunk once there is room for it.
    ///
    /// - Parameters:
    ///   - chunks: What is read, chunk after chunk. What it throws fails the call.
    ///   - length: The number of bytes, if it is known: then the body is sent with a `Content-Length`, otherwise in chunks.
    ///     Whoever reads the body gets a ``BodyError`` instead of the last bytes if there are more or fewer.
    ///   - isReplayable: Whether the sequence starts at the first byte each time that it is iterated. Where it doesn't, a
    ///     second reading fails with ``BodyError/streamAlreadyUsed``; and what would need one, such as a retry or a
    ///     redirect that keeps the method, isn't done.
    public init<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int64? = nil,
        isReplayable: Bool = false
    ) where Chunks.Element == Data {
        let isUsed = Locked(false)
        self.init(length: length, isReplayable: isReplayable) {
            let wasUsed = isUsed.withLock { isUsed in
                defer { isUsed = true }
                return isUsed
            }
            if wasUsed, !isReplayable { return { throw BodyError.streamAlreadyUsed } }
            // One reader has it, who waits for each chunk before asking for the next.
            nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
            return {
                let chunk = try await iterator.next()
                // A stream that is cancelled ends like one that is complete.
                if chunk == nil { try Task.checkCancellation() }
                return chunk
            }
        }
    }

    /// A body that is the content of a file, read while it is sent.
    ///
    /// The file has to stay as long as it is now until it has been sent: a ``BodyError`` says if it doesn't.
    ///
    /// - Throws: ``BodyError`` if there is no regular file that can be read.
    public init(contentsOf file: URL) throws(BodyError) {
        self.init([try BodySegment(file: file)])
    }
}
