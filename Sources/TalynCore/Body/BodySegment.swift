import _TalynFoundation
import _TalynSupport

/// A segment of a body, which is read when its turn comes.
enum BodySegment: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file and its length.
    case file(URL, length: Int64)
    /// A body that checks its own length.
    case body(HTTPBody)

    /// The number of bytes, if it is known.
    var length: Int64? {
        switch self {
        case .data(let data): Int64(data.count)
        case .file(_, let length): length
        case .body(let body): body.length
        }
    }

    var isReplayable: Bool {
        if case .body(let body) = self { body.isReplayable } else { true }
    }

    /// Creates a segment of a file with its current length.
    ///
    /// - Throws: ``BodyError`` if the file can't be read.
    init(file url: URL) throws(BodyError) {
        do throws(FileError) {
            self = .file(url, length: try OpenFile(reading: url).length)
        } catch {
            throw BodyError(error)
        }
    }
}

extension [BodySegment] {
    /// The sum of the lengths, limited to `Int64.max`; nil if one of them isn't known.
    var totalLength: Int64? {
        reduce(0) { total, segment in
            guard let total, let length = segment.length else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(length)
            return overflow ? .max : sum
        }
    }
}

/// Reads the segments of a body in order. Fails if the length of a segment is not the declared one.
final class SegmentReader {
    /// The open file, or the body that is being read.
    private enum Source {
        case file(OpenFile, DeclaredLength)
        case body(HTTPBody.AsyncIterator)
    }

    private var segments: ArraySlice<BodySegment>
    private var source: Source?

    init(_ segments: [BodySegment]) {
        self.segments = segments[...]
    }

    /// The next bytes, or nil at the end.
    ///
    /// - Throws: ``BodyError``, and the error of a body.
    func next() async throws -> Data? {
        do {
            while true {
                if let source = source.take(), let chunk = try await next(from: source) { return chunk }
                guard let segment = segments.popFirst() else { return nil }
                switch segment {
                case .data(let data):
                    if !data.isEmpty { return data }
                case .file(let url, let length):
                    let file = try await FileWork.run { try OpenFile(reading: url) }
                    source = .file(file, DeclaredLength(length))
                case .body(let body):
                    source = .body(body.makeAsyncIterator())
                }
            }
        } catch let error as FileError {
            throw BodyError(error)
        }
    }

    private func next(from source: Source) async throws -> Data? {
        switch source {
        case .file(let file, let length):
            let (chunk, rest) = try await FileWork.run {
                var length = length
                return (try length.read(from: file), length)
            }
            if rest.missing > 0 { self.source = .file(file, rest) }
            return chunk.isEmpty ? nil : chunk
        case .body(var chunks):
            let chunk = try await chunks.next()
            if chunk != nil { self.source = .body(chunks) }
            return chunk
        }
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

    /// Reads the next bytes of a file. Returns no bytes at the end.
    mutating func read(from file: OpenFile) throws -> Data {
        let chunk = try file.read(Int(min(missing, Int64(FileWork.chunkSize))))
        try chunk.isEmpty ? end() : add(chunk.count)
        if missing == 0 { try add(file.read(1).count) }
        return chunk
    }
}
