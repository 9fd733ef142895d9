#if AsyncHTTPClient && os(Linux)
import NIOCore

/// A connection of a ``FrameServer``. Only its event loop uses it.
final class FrameConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The number of the connection, from 1 on.
    private(set) var number = 0
    /// How many requests have begun on the connection.
    private(set) var requestCount = 0
    /// How many bytes of content the client allows on the whole connection.
    private(set) var window = 65_535
    /// How many bytes the client allows on a new stream.
    private var initialWindow = 65_535
    /// How many bytes the client has allowed in addition on each stream, less those that were sent.
    private var streamWindows: [UInt32: Int] = [:]
    /// What a script wants to remember.
    var notes: [String: Int] = [:]

    private let channel: any Channel
    private let settings: [(UInt16, UInt32)]
    private let onFrame: (FrameConnection, FrameServer.Frame?) -> Void
    private let onStart: (FrameConnection) -> Int
    private var received = ByteBuffer()

    init(
        _ channel: any Channel,
        _ settings: [(UInt16, UInt32)],
        onFrame: @escaping (FrameConnection, FrameServer.Frame?) -> Void,
        start: @escaping (FrameConnection) -> Int
    ) {
        self.channel = channel
        self.settings = settings
        self.onFrame = onFrame
        onStart = start
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        received.writeBuffer(&part)
        if number == 0 {
            guard received.readSlice(length: 24) != nil else { return }
            number = onStart(self)
            sendSettings(settings)
        }
        while let frame = readFrame() {
            switch frame.kind {
            case .settings where frame.flags & 1 == 0:
                readSettings(frame.payload)
                send(.settings, flags: 1)
            case .ping where frame.flags & 1 == 0: send(.ping, flags: 1, payload: frame.payload)
            case .windowUpdate where frame.stream == 0: window += Int(Self.number(frame.payload))
            case .windowUpdate: streamWindows[frame.stream, default: 0] += Int(Self.number(frame.payload))
            case .headers: requestCount += 1
            default: break
            }
            onFrame(self, frame)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        onFrame(self, nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func readFrame() -> FrameServer.Frame? {
        while let head = received.getBytes(at: received.readerIndex, length: 9) {
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard received.readableBytes >= 9 + length else { return nil }
            received.moveReaderIndex(forwardBy: 9)
            let payload = received.readBytes(length: length) ?? []
            // Frames of an unknown type are passed over (RFC 9113, section 4.1).
            guard let kind = FrameServer.Kind(rawValue: head[3]) else { continue }
            let stream = Self.number(head[5...])
            return FrameServer.Frame(kind: kind, flags: head[4], stream: stream, payload: payload, connection: number)
        }
        return nil
    }

    private func readSettings(_ payload: [UInt8]) {
        for index in stride(from: 0, to: payload.count - 5, by: 6) where payload[index + 1] == 4 {
            initialWindow = Int(Self.number(payload[index + 2..<index + 6]))
        }
    }

    fileprivate static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FrameConnection {
    /// How many bytes of content the client allows on a stream.
    func room(on stream: UInt32) -> Int {
        min(window, initialWindow + streamWindows[stream, default: 0])
    }

    /// Runs a piece of script after the frames that have arrived.
    func later(_ action: @escaping (FrameConnection) -> Void) {
        channel.eventLoop.assumeIsolated().execute { action(self) }
    }

    func send(_ kind: FrameServer.Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
        var frame = ByteBuffer()
        let count = Self.bytes(UInt32(payload.count))
        frame.writeBytes(count[1...] + [kind.rawValue, flags])
        frame.writeInteger(stream)
        frame.writeBytes(payload)
        channel.writeAndFlush(frame, promise: nil)
    }

    func sendSettings(_ settings: [(UInt16, UInt32)]) {
        var payload = ByteBuffer()
        for (identifier, value) in settings {
            payload.writeInteger(identifier)
            payload.writeInteger(value)
        }
        send(.settings, payload: Array(payload.readableBytesView))
    }

    /// Sends the head of a response: literal fields without indexing (RFC 7541, section 6.2.2).
    func sendHead(
        _ status: String = "200",
        _ fields: [(String, String)] = [],
        on stream: UInt32,
        isEnd: Bool = false
    ) {
        // The name `:status` is the 8th entry of the static table.
        let block: [UInt8] = [0x08, UInt8(status.utf8.count)] + Array(status.utf8)
        send(.headers, flags: isEnd ? 5 : 4, stream: stream, payload: block + Self.block(fields))
    }

    /// Sends the head of a response of any length, in several frames.
    func sendLongHead(_ fields: [(String, String)], on stream: UInt32) {
        var rest = ([0x08, 3] + Array("200".utf8) + Self.block(fields))[...]
        var kind = FrameServer.Kind.headers
        while !rest.isEmpty {
            let part = rest.prefix(16_000)
            rest = rest.dropFirst(16_000)
            send(kind, flags: rest.isEmpty ? 4 : 0, stream: stream, payload: Array(part))
            kind = .continuation
        }
    }

    /// Sends trailer fields, which end the stream.
    func sendTrailers(_ fields: [(String, String)], on stream: UInt32) {
        send(.headers, flags: 5, stream: stream, payload: Self.block(fields))
    }

    private static func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        for (name, value) in fields {
            block += [0, UInt8(name.utf8.count)]
            block += Array(name.utf8)
            block.append(UInt8(value.utf8.count))
            block += Array(value.utf8)
        }
        return block
    }

    func sendData(_ bytes: some Collection<UInt8>, on stream: UInt32, isEnd: Bool = false) {
        window -= bytes.count
        streamWindows[stream, default: 0] -= bytes.count
        send(.data, flags: isEnd ? 1 : 0, stream: stream, payload: Array(bytes))
    }

    /// Sends a whole response with a short text as its content.
    func sendResponse(_ status: String = "200", _ text: String = "ok", on stream: UInt32) {
        sendHead(status, on: stream)
        sendData(text.utf8, on: stream, isEnd: true)
    }

    /// Resets a stream with an error code (RFC 9113, section 7).
    func sendReset(_ stream: UInt32, code: UInt32) {
        send(.reset, stream: stream, payload: Self.bytes(code))
    }

    func sendGoAway(last stream: UInt32, code: UInt32 = 0) {
        send(.goAway, payload: Self.bytes(stream) + Self.bytes(code))
    }

    /// Allows the client more bytes of content, on a stream or, by zero, on the connection.
    func sendWindowUpdate(_ increment: UInt32, on stream: UInt32) {
        send(.windowUpdate, stream: stream, payload: Self.bytes(increment))
    }

    /// Closes the connection after what has been sent.
    func close() {
        let channel = channel
        channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(promise: nil) }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }
}
#endif
