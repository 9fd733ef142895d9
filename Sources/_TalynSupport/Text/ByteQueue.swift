public import _TalynFoundation

/// The bytes of a body that were read and not handed on yet.
public struct ByteQueue: Sendable {
    private var bytes = Data()

    public init() {}

    public var count: Int { bytes.count }

    public var isEmpty: Bool { bytes.isEmpty }

    /// The number of bytes in memory, with those that were removed and not released yet.
    public var heldCount: Int { bytes.endIndex }

    /// Adds bytes to the end.
    public mutating func append(_ chunk: Data) {
        if bytes.isEmpty { return bytes = chunk }
        // A slice that grows would keep all bytes before it in memory.
        if bytes.startIndex > 0 { bytes = Data(bytes) }
        bytes.append(chunk)
    }

    /// Removes bytes from the start, and returns them.
    ///
    /// - Parameter count: The maximum number of bytes.
    public mutating func removeFirst(_ count: Int) -> Data {
        if count >= bytes.count {
            defer { bytes = Data() }
            return bytes
        }
        let piece = Data(bytes.prefix(count))
        // A slice: a copy of the rest for each piece would take quadratic time.
        bytes = bytes.dropFirst(piece.count)
        return piece
    }
}
