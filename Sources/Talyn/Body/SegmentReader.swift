/// Reads the segments of a body from the first to the last.
///
/// Whatever is longer or shorter than it was said to be fails before its last bytes are handed out, so that nobody takes
/// a wrong body for a whole one.
final class SegmentReader {
    /// What is read piece by piece.
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
    private var expected: Int64 = 0
    private var received: Int64 = 0

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
                try await start(length: length) { () throws(BodyError) in .file(try OpenFile(reading: url)) }
            case .stream(let stream, let length):
                try await start(length: length) { () throws(BodyError) in .stream(try stream.open()) }
            }
        }
    }

    private func start(length: Int64, _ open: @escaping @Sendable () throws(BodyError) -> Source)
        async throws(BodyError)
    {
        source = try await FileWork.run(open)
        expected = length
        received = 0
    }

    private func next(from source: Source) async throws(BodyError) -> Data? {
        let missing = expected - received
        let chunk = try await FileWork.run { [expected, received] () throws(BodyError) in
            let chunk = try source.read(Int(min(missing, Int64(FileWork.chunkSize))))
            if chunk.isEmpty, missing > 0 { throw .shorterThanDeclared(expected: expected, actual: received) }
            if chunk.count == missing, try !source.read(1).isEmpty { throw .longerThanDeclared(expected: expected) }
            return chunk
        }
        received += Int64(chunk.count)
        if received == expected { self.source = nil }
        return chunk.isEmpty ? nil : chunk
    }
}
