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
