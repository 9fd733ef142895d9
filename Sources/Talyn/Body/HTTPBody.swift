/// The content of a message, as chunks of bytes that are read once they are needed.
///
/// A body is either in memory or a stream. One in memory can be read any number of times; a stream can be read again
/// only if ``isReplayable`` says so.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = any Error

    /// Gives the next chunk, or nil after the last.
    public typealias NextChunk = () async throws -> Data?

    private enum Storage: Sendable {
        case data(Data)
        case stream(@Sendable () -> NextChunk)
        case file(FileSource)
    }

    /// An object, so that other bodies are no larger for it.
    private final class FileSource: Sendable {
        let url: URL
        let makeReader: @Sendable () -> NextChunk

        init(url: URL, makeReader: @escaping @Sendable () -> NextChunk) {
            self.url = url
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
    /// - Parameters:
    ///   - length: The number of bytes, if it is known.
    ///   - isReplayable: Whether `makeReader` may be called more than once.
    ///   - makeReader: Starts at the first byte: returns a function that gives chunk after chunk, then nil.
    public init(length: Int64? = nil, isReplayable: Bool, makeReader: @escaping @Sendable () -> NextChunk) {
        storage = .stream(makeReader)
        self.length = length
        self.isReplayable = isReplayable
    }

    /// A body that is the content of a file.
    init(file url: URL, length: Int64, makeReader: @escaping @Sendable () -> NextChunk) {
        storage = .file(FileSource(url: url, makeReader: makeReader))
        self.length = length
        isReplayable = true
    }

    /// The bytes, if they are in memory already.
    public var data: Data? {
        switch storage {
        case .data(let data): data
        case .stream, .file: nil
        }
    }

    /// The file that holds just this body, for a client that reads files itself.
    var file: URL? {
        if case .file(let source) = storage { source.url } else { nil }
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
            AsyncIterator(chunk: nil, next: makeReader())
        case .file(let source):
            AsyncIterator(chunk: nil, next: source.makeReader())
        }
    }

    /// Gives the chunks one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunk: Data?
        fileprivate var next: NextChunk?

        public mutating func next() async throws -> Data? {
            if let next { return try await next() }
            defer { chunk = nil }
            return chunk
        }
    }
}
