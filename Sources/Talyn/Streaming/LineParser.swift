import Foundation

/// The lines of a text. A byte that isn't UTF-8 becomes U+FFFD.
struct LineParser: BodyParser {
    private let limit: Int
    private var splitter = ByteSplitter(at: .lineEnd)
    private var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    var heldCount: Int { splitter.heldCount }

    mutating func push(_ chunk: Data) {
        splitter.push(chunk)
    }

    mutating func next() throws(StreamError) -> String? {
        switch splitter.next(limit: limit, Self.text) {
        case .piece(let line):
            count += 1
            return line
        case .needsMore: return nil
        case .tooLong: throw .tooLong(.line, number: count + 1, limit: limit)
        }
    }

    mutating func finish() -> String? {
        splitter.finish(Self.text)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}

/// Splits a body into pieces, whatever chunks it comes in.
///
/// Each byte is looked at once or twice, however long a piece is and however many chunks it has. Kept are the chunk
/// that was pushed last and, of what came before, the start of the piece that isn't complete.
struct ByteSplitter: Sendable {
    /// What ends a piece.
    enum Separator {
        /// LF, CR LF, or CR.
        case lineEnd
        /// One byte.
        case byte(UInt8)
    }

    /// What came of looking for a piece.
    enum Step<Result> {
        /// There is one, and this was made of it.
        case piece(Result)
        /// There is one, or the start of one, that is longer than it may be.
        case tooLong
        /// The chunk is used up.
        case needsMore
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// So much memory is kept for the next piece.
    static let keptCapacity = 65_536

    /// So many bytes are looked at together: in an array, since those of a `Data` take longer to get at for each piece.
    private static let windowCount = 65_536

    private let separator: Separator
    /// What of the chunk is still to be looked at.
    private var chunk = Data()
    private var window: [UInt8] = []
    /// Where in the window the next piece starts.
    private var position = 0
    /// Where the next LF is, from where it was last looked for: the end of the window if there is none.
    private var nextLineFeed = -1
    private var held: [UInt8] = []
    private var isAfterCarriageReturn = false

    init(at separator: Separator) {
        self.separator = separator
    }

    /// How many bytes of earlier chunks are kept.
    var heldCount: Int { held.count }

    /// Takes the next chunk, when the one before is used up.
    mutating func push(_ chunk: Data) {
        self.chunk = chunk
    }

    /// Goes to the next piece, and makes something of its bytes, which don't include those that end it.
    ///
    /// - Parameters:
    ///   - limit: How many bytes it may have.
    ///   - make: Is given bytes that it must not keep.
    @inline(__always)
    mutating func next<Result>(limit: Int, _ make: (UnsafeRawBufferPointer) -> Result) -> Step<Result> {
        repeat {
            // A copy, since what is around it changes.
            let window = window
            let step = window.withUnsafeBytes { next(in: $0, limit: limit, make) }
            guard case .needsMore = step else { return step }
        } while advance()
        return .needsMore
    }

    /// Goes to the next piece of the window.
    @inline(__always)
    private mutating func next<Result>(
        in bytes: UnsafeRawBufferPointer,
        limit: Int,
        _ make: (UnsafeRawBufferPointer) -> Result
    ) -> Step<Result> {
        if isAfterCarriageReturn, position < bytes.count {
            isAfterCarriageReturn = false
            if bytes[position] == Self.lineFeed { position += 1 }
        }
        let start = position
        guard let end = end(in: bytes) else {
            position = bytes.count
            return hold(bytes[start...], limit: limit) ? .needsMore : .tooLong
        }
        position = end + 1
        if case .lineEnd = separator, bytes[end] == Self.carriageReturn { isAfterCarriageReturn = true }
        guard !held.isEmpty else {
            guard end - start <= limit else { return .tooLong }
            return .piece(make(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
        }
        guard hold(bytes[start..<end], limit: limit) else { return .tooLong }
        defer { held.removeAll(keepingCapacity: held.capacity <= Self.keptCapacity) }
        return .piece(held.withUnsafeBytes(make))
    }

    /// Goes to the next bytes of the chunk; false if there are none.
    private mutating func advance() -> Bool {
        window.removeAll(keepingCapacity: true)
        position = 0
        nextLineFeed = -1
        guard !chunk.isEmpty else { return false }
        window.append(contentsOf: chunk.prefix(Self.windowCount))
        chunk = chunk.count > window.count ? chunk.dropFirst(window.count) : Data()
        return true
    }

    /// Makes something of the bytes behind the last end of a piece, if there are any. The chunk must be used up.
    mutating func finish<Result>(_ make: (UnsafeRawBufferPointer) -> Result) -> Result? {
        defer { held = [] }
        return held.isEmpty ? nil : held.withUnsafeBytes(make)
    }

    /// Where the piece that starts at the position ends.
    @inline(__always)
    private mutating func end(in bytes: UnsafeRawBufferPointer) -> Int? {
        switch separator {
        case .byte(let byte):
            return bytes.firstIndex(of: byte, in: position..<bytes.count)
        case .lineEnd:
            // Not looked for again before it has been passed: a body of CRs would be gone through for each of them.
            if nextLineFeed < position {
                nextLineFeed = bytes.firstIndex(of: Self.lineFeed, in: position..<bytes.count) ?? bytes.count
            }
            return bytes.firstIndex(of: Self.carriageReturn, in: position..<nextLineFeed)
                ?? (nextLineFeed < bytes.count ? nextLineFeed : nil)
        }
    }

    /// Keeps bytes of a piece; false if it would be too long.
    private mutating func hold(_ bytes: Slice<UnsafeRawBufferPointer>, limit: Int) -> Bool {
        guard bytes.count <= limit - held.count else { return false }
        held.reserveCapacity(adding: bytes.count, limit: limit)
        held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
        return true
    }
}

extension [UInt8] {
    /// Makes room for so many more bytes, and for others to come; but an array left alone, which takes twice as much
    /// each time, might end far above a limit.
    mutating func reserveCapacity(adding more: Int, limit: Int) {
        let needed = count + more
        if needed > capacity { reserveCapacity(Swift.max(needed, Swift.min(2 * capacity, limit))) }
    }
}

extension UnsafeRawBufferPointer {
    /// Where a byte is first; looked for as fast as the system can.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let baseAddress, !range.isEmpty,
            let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
