import Foundation

/// A stretch of a body, read once it is its turn.
enum BodySegment: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file, and how long it is.
    case file(URL, length: Int64)
    /// A stream, and how long it is.
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

    /// A file as it is now.
    ///
    /// - Throws: ``BodyError`` if there is no file that can be read.
    init(file url: URL) throws(BodyError) {
        self = .file(url, length: try OpenFile(reading: url).length)
    }
}

extension HTTPBody {
    /// A body of segments, one after the other; one in memory if all of them are.
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
    /// The length of all of them together, or the greatest that there is if streams claim more than that.
    var totalLength: Int64 {
        reduce(0) { total, segment in
            let (sum, overflow) = total.addingReportingOverflow(segment.length)
            return overflow ? .max : sum
        }
    }
}

/// Reads the segments of a body from the first to the last; one that is longer or shorter than it was said to be fails.
final class SegmentReader {
    /// What is read piece by piece.
    private enum Source: Sendable {
        case file(OpenFile)
        case stream(StreamReader)

        var kind: FileWork.Kind {
            switch self {
            case .file: .file
            case .stream: .stream
            }
        }

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
    func next() async throws(BodyError) -> Data? {
        while true {
            if let source, let chunk = try await next(from: source) { return chunk }
            guard let segment = segments.popFirst() else { return nil }
            switch segment {
            case .data(let data):
                if !data.isEmpty { return data }
            case .file(let url, let length):
                try await start(.file, length: length) { () throws(BodyError) in .file(try OpenFile(reading: url)) }
            case .stream(let stream, let length):
                try await start(.stream, length: length) { () throws(BodyError) in .stream(try stream.open()) }
            }
        }
    }

    private func start(
        _ kind: FileWork.Kind,
        length: Int64,
        _ open: @escaping @Sendable () throws(BodyError) -> Source
    ) async throws(BodyError) {
        source = try await FileWork.run(kind, open)
        self.length = DeclaredLength(length)
    }

    private func next(from source: Source) async throws(BodyError) -> Data? {
        let (chunk, length) = try await FileWork.run(source.kind) { [length] () throws(BodyError) in
            var length = length
            return (try length.read(FileWork.chunkSize, from: source.read), length)
        }
        self.length = length
        if length.missing == 0 { self.source = nil }
        return chunk.isEmpty ? nil : chunk
    }
}

/// A stream that a caller gave us: it can be read once.
struct SingleUseStream: @unchecked Sendable {  // It is opened once, by who claimed it, and only read by them.
    /// The streams that somebody opens right now, which can take any time: nobody waits for that under the lock.
    private static let opening = Locked<Set<ObjectIdentifier>>([])

    let stream: InputStream

    /// Whether nobody has begun to read it.
    var isUnused: Bool { Self.opening.withLock { isUnused(besides: $0) } }

    /// Begins to read.
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

/// Reads a stream, and closes it once nobody holds the reader.
final class StreamReader: @unchecked Sendable {  // Is used by one body, which waits for each answer before it goes on.
    private let stream: InputStream

    fileprivate init(_ stream: InputStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    /// The next bytes, at most so many; none at the end.
    ///
    /// What went wrong is not asked for: on Linux that traps.
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

/// How much has come of what is to have a certain length.
///
/// Whoever reads it hands out the last bytes only when nothing follows them, so that nobody takes a wrong body for a whole
/// one.
struct DeclaredLength: Sendable {
    let expected: Int64
    private(set) var received: Int64 = 0

    init(_ expected: Int64) {
        self.expected = expected
    }

    var missing: Int64 { expected - received }

    /// Counts the bytes that have come, or those that come behind the last.
    ///
    /// - Throws: ``BodyError/longerThanDeclared(expected:)`` if they are too many.
    mutating func add(_ count: Int) throws(BodyError) {
        received += Int64(count)
        if received > expected { throw .longerThanDeclared(expected: expected) }
    }

    /// Takes it that nothing follows.
    ///
    /// - Throws: ``BodyError/shorterThanDeclared(expected:actual:)`` if something is missing.
    func end() throws(BodyError) {
        if received < expected { throw .shorterThanDeclared(expected: expected, actual: received) }
    }

    /// The next bytes of something that is read without waiting, at most so many; none at the end.
    mutating func read(_ count: Int, from read: (Int) throws(BodyError) -> Data) throws(BodyError) -> Data {
        let chunk = try read(Int(min(missing, Int64(count))))
        try chunk.isEmpty ? end() : add(chunk.count)
        if missing == 0 { try add(read(1).count) }
        return chunk
    }
}
