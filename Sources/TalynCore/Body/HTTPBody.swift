public import _TalynFoundation
import _TalynSupport

/// The content of a message, as chunks of bytes that are read on demand.
///
/// A body is in memory or a stream. A body in memory can be read any number of times. A stream can be read again only
/// if ``isReplayable`` is true.
public struct HTTPBody: AsyncSequence, Sendable {
    /// Returns the next chunk, or nil after the last.
    typealias NextChunk = () async throws -> Data?

    private enum Storage: Sendable {
        case data(Data)
        case stream(@Sendable () -> NextChunk)
        /// The chunks of a stream that can be read once.
        case chunks(@Sendable () async throws -> Data?)
        case segments([BodySegment])
    }

    private let storage: Storage

    /// The number of bytes, if it is known in advance.
    public let length: Int64?

    /// Whether the body can be read more than once, which a redirect or a retry requires.
    public let isReplayable: Bool

    /// Creates a body in memory.
    public init(_ data: Data) {
        storage = .data(data)
        length = Int64(data.count)
        isReplayable = true
    }

    /// Creates a body that is read on demand.
    ///
    /// The reader gets a ``BodyError`` instead of the last bytes if the number of bytes differs from `length`. A body
    /// of the wrong length never looks complete.
    ///
    /// - Parameters:
    ///   - length: The number of bytes, if it is known. A negative number means that it is unknown.
    ///   - isReplayable: Whether `makeReader` may be called more than once.
    ///   - makeReader: Starts a reading. Returns a function that returns the chunks from the first byte on, and then
    ///     nil.
    public init(
        length: Int64? = nil,
        isReplayable: Bool,
        makeReader: @escaping @Sendable () -> () async throws -> Data?
    ) {
        storage = .stream(makeReader)
        self.length = length.flatMap { $0 < 0 ? nil : $0 }
        self.isReplayable = isReplayable
    }

    /// Creates a body that is read once, such as that of a response.
    ///
    /// - Parameter nextChunk: Returns the chunks from the first byte on, and then nil. A second reader continues after the last
    ///   chunk of the first one.
    public init(nextChunk: @escaping @Sendable () async throws -> Data?) {
        storage = .chunks(nextChunk)
        length = nil
        isReplayable = false
    }

    /// Creates a body of segments, which check their own lengths. It is in memory if it is one segment in memory.
    init(_ segments: [BodySegment]) {
        storage =
            if segments.count == 1, case .data(let data) = segments[0] { .data(data) } else { .segments(segments) }
        length = segments.totalLength
        isReplayable = segments.allSatisfy(\.isReplayable)
    }

    /// The bytes, if they are in memory.
    public var data: Data? {
        switch storage {
        case .data(let data): data
        case .stream, .chunks, .segments: nil
        }
    }

    /// Returns the chunks of a body that can be read once; nil for other bodies. Faster than an iterator.
    var nextChunk: (@Sendable () async throws -> Data?)? {
        if case .chunks(let nextChunk) = storage { nextChunk } else { nil }
    }

    /// Whether the caller's code provides the bytes.
    public var isStream: Bool {
        switch storage {
        case .stream, .chunks: true
        case .data, .segments: false
        }
    }

    /// The file, if the body is exactly this file. Some clients send files themselves.
    public var file: URL? {
        guard case .segments(let segments) = storage, segments.count == 1, case .file(let file, _) = segments[0]
        else { return nil }
        return file
    }

    /// The body in chunks, if it is a large body in memory. Progress can only be reported between chunks.
    public var inPieces: HTTPBody {
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

    /// Starts to read the chunks.
    public func makeAsyncIterator() -> StreamIterator<Data, any Error> {
        switch storage {
        case .data(let data):
            var rest: Data? = data.isEmpty ? nil : data
            return StreamIterator { rest.take() }
        case .stream(let makeReader):
            let next = makeReader()
            guard var length = length.map({ DeclaredLength($0) }) else {
                return StreamIterator { try await Self.nextNonempty(next) }
            }
            return StreamIterator {
                guard let chunk = try await Self.nextNonempty(next) else {
                    try length.end()
                    return nil
                }
                try length.add(chunk.count)
                if length.missing == 0, let more = try await Self.nextNonempty(next) { try length.add(more.count) }
                return chunk
            }
        case .chunks(let next):
            return StreamIterator { try await Self.nextNonempty(next) }
        case .segments(let segments):
            let reader = SegmentReader(segments)
            return StreamIterator { try await reader.next() }
        }
    }

    private static func nextNonempty(_ next: NextChunk) async throws -> Data? {
        while let chunk = try await next() {
            if !chunk.isEmpty { return chunk }
        }
        return nil
    }
}

extension HTTPBody {
    /// Creates a body of the chunks of an asynchronous sequence, which are read as there is room for them.
    ///
    /// - Parameters:
    ///   - chunks: The chunks. An error that the sequence throws fails the call.
    ///   - length: The number of bytes, if it is known. The body is then sent with a `Content-Length`, and otherwise in
    ///     chunks. The reader gets a ``BodyError`` instead of the last bytes if the number is wrong.
    ///   - isReplayable: Whether each iteration of the sequence starts at the first byte. If not, a second reading
    ///     fails with ``BodyError/streamAlreadyUsed``, and there are no retries and no redirects that keep the method.
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
            // Only one reader has the iterator, and it waits for each chunk.
            nonisolated(unsafe) var iterator = chunks.makeAsyncIterator()
            return {
                let chunk = try await iterator.next()
                // A cancelled stream ends like a complete one.
                if chunk == nil { try Task.checkCancellation() }
                return chunk
            }
        }
    }

    /// Creates a body of the content of a file, which is read while it is sent.
    ///
    /// The length of the file must not change until the file is sent. Otherwise the call fails with a ``BodyError``.
    ///
    /// - Throws: ``BodyError`` if the URL is not that of a readable regular file.
    public init(contentsOf file: URL) throws(BodyError) {
        self.init([try BodySegment(file: file)])
    }
}
