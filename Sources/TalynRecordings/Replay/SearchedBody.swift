import TalynCore
import _TalynFoundation
import _TalynSupport

/// The body of a request, of which the first bytes are read for the search of an entry.
struct SearchedBody {
    /// The number of bytes that are compared with those of entries.
    private static let limit = 64 << 20

    /// The first bytes.
    let start: Data

    /// The body from its first byte on, for another transport.
    let whole: HTTPBody

    /// The lengths of the chunks that were read.
    private var chunkLengths: [Int] = []

    /// Reads the chunks after them; nil at the end.
    private var rest: Reader?

    /// Reads the first bytes; nil without a body.
    ///
    /// - Throws: The error of the body, or `CancellationError`.
    init?(_ body: HTTPBody?) async throws {
        guard let body else { return nil }
        if let data = body.data {
            start = data.prefix(Self.limit)
            whole = body
            chunkLengths = [data.count]
            return
        }
        // Only one task reads at a time: this one, and then that of the whole body.
        nonisolated(unsafe) let reader = Reader(body)
        var read = Data()
        rest = reader
        while rest != nil, read.count < Self.limit {
            try Task.checkCancellation()
            if let chunk = try await reader.next() {
                read.append(chunk)
                chunkLengths.append(chunk.count)
            } else {
                rest = nil
            }
        }
        start = read.prefix(Self.limit)
        if body.isReplayable {
            whole = body
        } else if rest == nil {
            whole = HTTPBody(read)
        } else {
            // A longer stream doesn't fit into memory.
            let first = Locked<Data?>(read)
            whole = HTTPBody(length: body.length, isReplayable: false) {
                guard let first = first.withLock({ $0.take() }) else { return { throw BodyError.streamAlreadyUsed } }
                var pieces = HTTPBody(first).inPieces.makeAsyncIterator()
                return {
                    if let piece = try await pieces.next() { return piece }
                    return try await reader.next()
                }
            }
        }
    }

    /// Reads the rest, and reports the number of bytes as a client that sends the body. ``whole`` can't be read afterwards.
    ///
    /// - Throws: The error of the body, or `CancellationError`.
    func send(reportingTo onSend: (@Sendable (Int64) -> Void)?) async throws {
        var count: Int64 = 0
        for length in chunkLengths {
            count += Int64(length)
            onSend?(count)
        }
        while let chunk = try await rest?.next() {
            try Task.checkCancellation()
            count += Int64(chunk.count)
            onSend?(count)
        }
    }

    /// The chunks of a body.
    private final class Reader {
        private var iterator: StreamIterator<Data, any Error>

        init(_ body: HTTPBody) {
            iterator = body.makeAsyncIterator()
        }

        func next() async throws -> Data? {
            try await iterator.next()
        }
    }
}
