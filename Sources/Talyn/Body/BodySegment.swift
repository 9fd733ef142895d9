import Foundation

/// A segment of a body, which is read when its turn comes.
enum BodySegment: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file and its length.
    case file(URL, length: Int64)
    /// A stream and its length.
    case stream(SingleUseStream, length: Int64)

    var length: Int64 {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(_, let length), .stream(_, let length): length
        }
    }

    var isReplayable: Bool {
        if case .stream = self { false } else { true }
    }

    /// Creates a segment of a file with its current length.
    ///
    /// - Throws: ``BodyError`` if the file can't be read.
    init(file url: URL) throws(BodyError) {
        self = .file(url, length: try OpenFile(reading: url).length)
    }
}

extension HTTPBody {
    /// Creates a body of segments. The body is in memory if all segments are.
    init(_ segments: [BodySegment]) {
        let makeReader: @Sendable () -> NextChunk = {
            let reader = SegmentReader(segments)
            return { try await reader.next() }
        }
        switch segments.first {
        case .data(let data)? where segments.count == 1:
            self.init(data)
        case .file(let url, let length)? where segments.count == 1:
            self.init(file: url, length: length, isReplayable: true, makeSegmentReader: makeReader)
        default:
            self.init(
                length: segments.totalLength,
                isReplayable: segments.allSatisfy(\.isReplayable),
                makeSegmentReader: makeReader
            )
        }
    }
}

extension [BodySegment] {
    /// The sum of the lengths, limited to `Int64.max`.
    var totalLength: Int64 {
        reduce(0) { total, segment in
            let (sum, overflow) = total.addingReportingOverflow(segment.length)
            return overflow ? .max : sum
        }
    }
}

/// Reads the segments of a body in order. Fails if the length of a segment is not the declared one.
final class SegmentReader {
    /// The open file or stream.
    private enum Source: Sendable {
        case file(OpenFile)
        case stream(StreamReader)

        func read(_ count: Int) throws(BodyError) -> Data {
            switch self {
            case .file(let file): try file.read(count)
            case .stream(let stream): try stream.read(count)
            }
        }
    }

    private var segments: ArraySlice<BodySegment>
    private var source: Source?
    private var length = DeclaredLength(0)

    init(_ segments: [BodySegment]) {
        self.segments = segments[...]
    }

    /// The next bytes, or nil at the end.
    ///
    /// - Throws: ``BodyError``, and `CancellationError` when the task is cancelled while a stream blocks.
    func next() async throws -> Data? {
        while true {
            if let source, let chunk = try await next(from: source) { return chunk }
            guard let segment = segments.popFirst() else { return nil }
            switch segment {
            case .data(let data):
                if !data.isEmpty { return data }
            case .file(let url, let length):
                source = .file(try await FileWork.run { () throws(BodyError) in try OpenFile(reading: url) })
                self.length = DeclaredLength(length)
            case .stream(let stream, let length):
                source = .stream(try await FileWork.runStream { () throws(BodyError) in try stream.open() })
                self.length = DeclaredLength(length)
            }
        }
    }

    private func next(from source: Source) async throws -> Data? {
        let read = { @Sendable [length] () throws(BodyError) in
            var length = length
            return (try length.read(FileWork.chunkSize, from: source.read), length)
        }
        let (chunk, length) =
            switch source {
            case .file: try await FileWork.run(read)
            case .stream: try await FileWork.runStream(read)
            }
        self.length = length
        if length.missing == 0 { self.source = nil }
        return chunk.isEmpty ? nil : chunk
    }
}

/// A stream from the caller, which can be read only once.
struct SingleUseStream: @unchecked Sendable {  // Only the code that claimed the stream opens and reads it.
    /// The streams that are being opened, which can take any time. The lock is not held meanwhile.
    private static let opening = Locked<Set<ObjectIdentifier>>([])

    let stream: InputStream

    /// Whether nobody has started to read it.
    var isUnused: Bool { Self.opening.withLock { isUnused(besides: $0) } }

    /// Starts to read.
    func open() throws(BodyError) -> StreamReader {
        let isFirst = Self.opening.withLock { isUnused(besides: $0) && $0.insert(ObjectIdentifier(stream)).inserted }
        guard isFirst else { throw .streamAlreadyUsed }
        stream.open()
        Self.opening.withLock { _ = $0.remove(ObjectIdentifier(stream)) }
        return StreamReader(stream)
    }

    private func isUnused(besides opening: Set<ObjectIdentifier>) -> Bool {
        !opening.contains(ObjectIdentifier(stream)) && stream.streamStatus == .notOpen
    }
}

/// Reads a stream, and closes it on deinitialization.
final class StreamReader: @unchecked Sendable {  // Only one body uses it, and it waits for each result.
    private let stream: InputStream

    fileprivate init(_ stream: InputStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    /// Reads at most the given number of bytes. Returns no bytes at the end.
    ///
    /// The code doesn't ask for the stream's error, since that traps on Linux.
    func read(_ count: Int) throws(BodyError) -> Data {
        guard count > 0 else { return Data() }
        var chunk = Data(count: count)
        let received = chunk.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                bytes.baseAddress.map { stream.read($0, maxLength: count) } ?? -1
            }
        }
        guard received >= 0 else { throw .streamFailed }
        return received == count ? chunk : chunk.prefix(received)
    }
}

/// Compares the number of received bytes with the declared length.
///
/// A reader delivers the last bytes only after it knows that no more follow. So a body of the wrong length never looks
/// complete.
struct DeclaredLength: Sendable {
    let expected: Int64
    private(set) var received: Int64 = 0

    init(_ expected: Int64) {
        self.expected = expected
    }

    var missing: Int64 { expected - received }

    /// Counts received bytes, including those after the declared end.
    ///
    /// - Throws: ``BodyError/longerThanDeclared(expected:)`` if there are too many.
    mutating func add(_ count: Int) throws(BodyError) {
        received += Int64(count)
        if received > expected { throw .longerThanDeclared(expected: expected) }
    }

    /// Checks the number of bytes at the end of the body.
    ///
    /// - Throws: ``BodyError/shorterThanDeclared(expected:actual:)`` if bytes are missing.
    func end() throws(BodyError) {
        if received < expected { throw .shorterThanDeclared(expected: expected, actual: received) }
    }

    /// Reads at most the given number of bytes from a source that doesn't suspend. Returns no bytes at the end.
    mutating func read(_ count: Int, from read: (Int) throws(BodyError) -> Data) throws(BodyError) -> Data {
        let chunk = try read(Int(min(missing, Int64(count))))
        try chunk.isEmpty ? end() : add(chunk.count)
        if missing == 0 { try add(read(1).count) }
        return chunk
    }
}
