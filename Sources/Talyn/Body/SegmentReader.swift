import Foundation

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
