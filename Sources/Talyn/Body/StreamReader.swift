import Foundation

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
