import TalynCore
import _TalynFoundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Parses the lines of a text. Invalid UTF-8 becomes U+FFFD.
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

/// Splits a body at separators, independent of its chunks.
///
/// Looks at each byte once or twice, for pieces of any length and any number of chunks. Keeps only the current chunk
/// and the start of an incomplete piece.
struct ByteSplitter: Sendable {
    /// The end of a piece.
    enum Separator {
        /// LF, CR LF, or CR.
        case lineEnd
        /// One byte.
        case byte(UInt8)
    }

    /// The result of a search for the next piece.
    enum Step<Result> {
        /// A piece was found, with the result of the closure.
        case piece(Result)
        /// The piece is longer than the limit.
        case tooLong
        /// The chunk has no more complete pieces.
        case needsMore
    }

    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    /// The capacity that stays allocated for the next piece.
    static let keptCapacity = 65_536

    /// The number of bytes to copy at once. Access to an array is faster than to `Data`.
    private static let windowCount = 65_536

    private let separator: Separator
    /// The rest of the chunk.
    private var chunk = Data()
    private var window: [UInt8] = []
    /// The start of the next piece in the window.
    private var position = 0
    /// The position of the next LF; the end of the window if it has no LF.
    private var nextLineFeed = -1
    private var held: [UInt8] = []
    private var isAfterCarriageReturn = false

    init(at separator: Separator) {
        self.separator = separator
    }

    /// The number of bytes that are kept from earlier chunks.
    var heldCount: Int { held.count }

    /// The first of these bytes.
    var heldStart: UInt8? { held.first }

    /// Takes the next chunk. The one before must be used up.
    mutating func push(_ chunk: Data) {
        self.chunk = chunk
    }

    /// Finds the next piece, and passes its bytes without the separator to a closure.
    ///
    /// - Parameters:
    ///   - limit: The maximum length in bytes.
    ///   - make: Converts the bytes. It must not keep the buffer.
    @inline(__always)
    mutating func next<Result>(limit: Int, _ make: (UnsafeRawBufferPointer) -> Result) -> Step<Result> {
        repeat {
            // A copy, since the closure needs exclusive access to `self`.
            let window = window
            let step = window.withUnsafeBytes { next(in: $0, limit: limit, make) }
            guard case .needsMore = step else { return step }
        } while advance()
        return .needsMore
    }

    /// Finds the next piece in the window.
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

    /// Loads the next window of the chunk. Returns false if the chunk is used up.
    private mutating func advance() -> Bool {
        window.removeAll(keepingCapacity: true)
        position = 0
        nextLineFeed = -1
        guard !chunk.isEmpty else { return false }
        window.append(contentsOf: chunk.prefix(Self.windowCount))
        chunk = chunk.count > window.count ? chunk.dropFirst(window.count) : Data()
        return true
    }

    /// Passes the bytes after the last separator to a closure, if there are any. The chunk must be used up.
    mutating func finish<Result>(_ make: (UnsafeRawBufferPointer) -> Result) -> Result? {
        defer { held = [] }
        return held.isEmpty ? nil : held.withUnsafeBytes(make)
    }

    /// Finds the end of the piece that starts at the current position.
    @inline(__always)
    private mutating func end(in bytes: UnsafeRawBufferPointer) -> Int? {
        switch separator {
        case .byte(let byte):
            return bytes.firstIndex(of: byte, in: position..<bytes.count)
        case .lineEnd:
            // Remembers the LF. Otherwise a body with many CRs would take quadratic time.
            if nextLineFeed < position {
                nextLineFeed = bytes.firstIndex(of: Self.lineFeed, in: position..<bytes.count) ?? bytes.count
            }
            return bytes.firstIndex(of: Self.carriageReturn, in: position..<nextLineFeed)
                ?? (nextLineFeed < bytes.count ? nextLineFeed : nil)
        }
    }

    /// Keeps the bytes of an incomplete piece. Returns false if the piece exceeds the limit.
    private mutating func hold(_ bytes: Slice<UnsafeRawBufferPointer>, limit: Int) -> Bool {
        guard bytes.count <= limit - held.count else { return false }
        held.reserveCapacity(adding: bytes.count, limit: limit)
        held.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
        return true
    }
}

extension [UInt8] {
    /// Reserves capacity. An array that doubles its capacity could exceed the limit by far.
    mutating func reserveCapacity(adding more: Int, limit: Int) {
        let needed = count + more
        if needed > capacity { reserveCapacity(Swift.max(needed, Swift.min(2 * capacity, limit))) }
    }
}

extension UnsafeRawBufferPointer {
    /// Finds a byte with the system's fastest function.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let baseAddress, !range.isEmpty,
            let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }
}
