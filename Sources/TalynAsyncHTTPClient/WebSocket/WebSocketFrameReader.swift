#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import NIOCore
import TalynCore
import _TalynSupport

/// Reads the frames of a server, and makes messages of them (RFC 6455, section 5).
///
/// A pure state machine. It reads payloads as they arrive, so that an invalid or large message fails before its end. It holds one
/// message at most.
struct WebSocketFrameReader {
    enum Event: Equatable {
        case message(WebSocketMessage)
        case ping(ByteBuffer)
        case pong(ByteBuffer)
        case close(WebSocketClose)
    }

    private enum Opcode: UInt8 {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        var isControl: Bool { rawValue & 0x8 != 0 }
    }

    private struct Frame {
        let opcode: Opcode
        let isFinal: Bool
        var rest: Int
    }

    private struct Message {
        let isText: Bool
        var content = ByteBuffer()
        var validator = UTF8Validator()
    }

    private let maximumMessageSize: Int
    /// The frame whose payload is read; nil before a header.
    private var frame: Frame?
    private var message: Message?
    private var control = ByteBuffer()

    init(maximumMessageSize: Int) {
        // A buffer of NIO traps at 4 GiB.
        self.maximumMessageSize = min(max(maximumMessageSize, 0), Int(Int32.max))
    }

    /// Reads up to the next event.
    ///
    /// - Parameter bytes: The bytes that have arrived. Those that were read leave it.
    /// - Returns: Nil if more bytes are needed.
    /// - Throws: ``WebSocketError``. The connection then fails, and the reader must not be used again.
    mutating func next(in bytes: inout ByteBuffer) throws(WebSocketError) -> Event? {
        while true {
            if frame == nil, try !readHeader(&bytes) { return nil }
            guard let current = frame else { return nil }
            let piece = bytes.readSlice(length: min(current.rest, bytes.readableBytes)) ?? ByteBuffer()
            frame?.rest -= piece.readableBytes
            if current.opcode.isControl {
                control.writeImmutableBuffer(piece)
            } else {
                try add(piece)
            }
            guard frame?.rest == 0 else { return nil }
            frame = nil
            if let event = try end(current) { return event }
        }
    }

    // MARK: Header

    /// - Returns: Whether a whole header was there.
    private mutating func readHeader(_ bytes: inout ByteBuffer) throws(WebSocketError) -> Bool {
        let start = bytes.readerIndex
        guard let first = bytes.getInteger(at: start, as: UInt8.self),
            let second = bytes.getInteger(at: start + 1, as: UInt8.self)
        else { return false }
        let (opcode, isFinal) = try kind(first)
        guard second & 0x80 == 0 else { throw Self.violation("A frame of the server is masked.") }
        let size: Int
        let length: UInt64
        switch second {
        case 126:
            guard let long = bytes.getInteger(at: start + 2, as: UInt16.self) else { return false }
            (size, length) = (4, UInt64(long))
        case 127:
            guard let long = bytes.getInteger(at: start + 2, as: UInt64.self) else { return false }
            (size, length) = (10, long)
        default: (size, length) = (2, UInt64(second))
        }
        let isShortest = size == 2 || (size == 4 ? length > 125 : length > UInt64(UInt16.max))
        guard isShortest, length <= UInt64(Int64.max) else { throw Self.violation("The length of a frame is invalid.") }
        guard !opcode.isControl || length <= 125 else {
            throw Self.violation("A control frame has more than 125 bytes.")
        }
        if !opcode.isControl {
            // Both numbers are at most Int64.max, so the sum doesn't overflow.
            let total = UInt64(message?.content.readableBytes ?? 0) + length
            guard total <= UInt64(maximumMessageSize) else { throw WebSocketError(.messageTooLarge) }
        }
        bytes.moveReaderIndex(forwardBy: size)
        frame = Frame(opcode: opcode, isFinal: isFinal, rest: Int(length))
        begin(opcode)
        return true
    }

    private func kind(_ byte: UInt8) throws(WebSocketError) -> (Opcode, isFinal: Bool) {
        guard byte & 0x70 == 0 else {
            throw Self.violation("A frame has reserved bits of an extension that wasn't agreed on.")
        }
        guard let opcode = Opcode(rawValue: byte & 0xF) else { throw Self.violation("A frame has a reserved opcode.") }
        let isFinal = byte & 0x80 != 0
        if opcode.isControl {
            guard isFinal else { throw Self.violation("A control frame is fragmented.") }
        } else if opcode == .continuation {
            guard message != nil else { throw Self.violation("A continuation has no message before it.") }
        } else {
            guard message == nil else { throw Self.violation("A message begins before the last one has ended.") }
        }
        return (opcode, isFinal)
    }

    private mutating func begin(_ opcode: Opcode) {
        switch opcode {
        case .text: message = Message(isText: true)
        case .binary: message = Message(isText: false)
        case .continuation: break
        case .close, .ping, .pong: control.clear()
        }
    }

    // MARK: Payload

    private mutating func add(_ piece: ByteBuffer) throws(WebSocketError) {
        guard piece.readableBytes > 0, var message else { return }
        // The message has one owner, so that its content grows in place.
        self.message = nil
        if message.isText {
            let isValid = piece.withUnsafeReadableBytes { message.validator.accept($0) }
            guard isValid else { throw WebSocketError(.invalidText) }
        }
        if message.content.readableBytes == 0 {
            message.content = piece
        } else {
            message.content.writeImmutableBuffer(piece)
        }
        self.message = message
    }

    private mutating func end(_ frame: Frame) throws(WebSocketError) -> Event? {
        switch frame.opcode {
        case .ping: return .ping(control)
        case .pong: return .pong(control)
        case .close: return .close(try close())
        case .text, .binary, .continuation:
            guard frame.isFinal, let message else { return nil }
            self.message = nil
            guard message.isText else { return .message(.data(Data(message.content.readableBytesView))) }
            guard message.validator.isComplete else { throw WebSocketError(.invalidText) }
            return .message(.text(String(buffer: message.content)))
        }
    }

    private func close() throws(WebSocketError) -> WebSocketClose {
        var payload = control
        guard payload.readableBytes > 0 else { return WebSocketClose(.noStatusReceived) }
        guard let number = payload.readInteger(as: UInt16.self) else {
            throw Self.violation("A close frame has half a code.")
        }
        let code = WebSocketCloseCode(rawValue: number)
        guard code.isAllowedInFrame else { throw Self.violation("A close frame has the invalid code \(number).") }
        var validator = UTF8Validator()
        let isValid = payload.withUnsafeReadableBytes { validator.accept($0) } && validator.isComplete
        guard isValid else { throw WebSocketError(.invalidText, cause: "It is the reason of a close frame.") }
        return WebSocketClose(code, reason: String(buffer: payload))
    }

    private static func violation(_ cause: String) -> WebSocketError {
        WebSocketError(.protocolViolation, cause: cause)
    }
}
#endif
