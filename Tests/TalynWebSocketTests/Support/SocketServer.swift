#if canImport(CryptoKit) || Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A server on loopback whose conversations the test writes byte by byte.
struct SocketServer: Sendable {
    let baseURL: URL
    let port: Int

    /// Runs a server for the duration of `body`.
    ///
    /// - Parameters:
    ///   - identity: The certificate; nil for no TLS.
    ///   - receiveBuffer: The number of bytes that the system takes for a connection; nil for that of the system.
    ///   - conversation: Runs for each connection. Its end, also by an error, closes the connection.
    static func run<Value: Sendable>(
        identity: TLSIdentity? = nil,
        receiveBuffer: SocketOptionValue? = nil,
        _ conversation: @escaping @Sendable (SocketConversation) async throws -> Void,
        _ body: (SocketServer) async throws -> Value
    ) async throws -> Value {
        let context = try identity?.context()
        let group = MultiThreadedEventLoopGroup.singleton
        // A connection reads as soon as its conversation begins.
        var bootstrap = ServerBootstrap(group: group).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
        if let receiveBuffer {
            bootstrap = bootstrap.serverChannelOption(.socketOption(.so_rcvbuf), value: receiveBuffer)
        }
        let server =
            try await bootstrap
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    return Accepted(channel: channel)
                }
            }
        let port = server.channel.localAddress?.port ?? 0
        let url = URL(string: "\(identity == nil ? "ws" : "wss")://127.0.0.1:\(port)")!
        let running = Task {
            try await withThrowingDiscardingTaskGroup { group in
                try await server.executeThenClose { connections in
                    for try await connection in connections {
                        group.addTask {
                            defer { withExtendedLifetime(connection) {} }
                            try? await connection.begin().executeThenClose { inbound, outbound in
                                try await conversation(SocketConversation(inbound.makeAsyncIterator(), outbound))
                            }
                        }
                    }
                }
                group.cancelAll()
            }
        }
        defer { running.cancel() }
        return try await body(SocketServer(baseURL: url, port: port))
    }
}

/// A connection whose conversation hasn't begun. The server can end before it: a `NIOAsyncChannel` that nobody runs would trap.
private final class Accepted: Sendable {
    private let channel: any Channel

    init(channel: any Channel) { self.channel = channel }

    deinit { channel.close(promise: nil) }

    func begin() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await channel.eventLoop.submit { [channel] in
            let connection = try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            channel.setOption(.autoRead, value: true).whenComplete { _ in }
            return connection
        }.get()
    }
}

/// One connection of a ``SocketServer``. One task uses it.
final class SocketConversation: @unchecked Sendable {
    struct Frame: Equatable {
        var first: UInt8
        var payload: [UInt8]

        var opcode: UInt8 { first & 0xF }
        var text: String { String(decoding: payload, as: UTF8.self) }
        /// The code of a close frame.
        var code: Int? { payload.count < 2 ? nil : Int(payload[0]) << 8 | Int(payload[1]) }
    }

    /// The connection has ended.
    struct Ended: Error {}

    private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var bytes = ByteBuffer()

    init(
        _ iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.iterator = iterator
        self.outbound = outbound
    }

    private func fill() async throws {
        guard var more = try await iterator.next() else { throw Ended() }
        bytes.writeBuffer(&more)
    }

    /// The head of the request, line by line.
    func readHead() async throws -> [String] {
        while true {
            let text = String(buffer: bytes)
            if let end = text.range(of: "\r\n\r\n") {
                bytes.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
                return text[..<end.lowerBound].components(separatedBy: "\r\n")
            }
            try await fill()
        }
    }

    private func read(_ count: Int) async throws -> [UInt8] {
        while bytes.readableBytes < count { try await fill() }
        return bytes.readBytes(length: count) ?? []
    }

    /// The next frame of the client, unmasked.
    func readFrame() async throws -> Frame {
        let head = try await read(2)
        guard head[1] & 0x80 != 0 else { throw Ended() }
        var length = Int(head[1] & 0x7F)
        if length == 126 { length = try await read(2).reduce(0) { $0 << 8 | Int($1) } }
        if length == 127 { length = try await read(8).reduce(0) { $0 << 8 | Int($1) } }
        let key = try await read(4)
        let payload = try await read(length)
        return Frame(first: head[0], payload: payload.enumerated().map { $1 ^ key[$0 % 4] })
    }

    /// Waits for bytes of the client.
    func readSome() async throws {
        if bytes.readableBytes == 0 { try await fill() }
    }

    /// Reads until the client closes the TCP connection.
    func readToEnd() async throws {
        while true {
            do {
                try await fill()
                bytes.clear()
            } catch is Ended {
                return
            }
        }
    }

    func write(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    func write(bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Sends an unmasked frame.
    func send(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true) async throws {
        try await write(bytes: Self.frame(opcode, payload, isFinal: isFinal))
    }

    func send(text: String) async throws {
        try await send(0x1, Array(text.utf8))
    }

    func close(_ code: Int, _ reason: String = "") async throws {
        try await send(0x8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var frame = [opcode | (isFinal ? 0x80 : 0)]
        switch payload.count {
        case ...125: frame.append(UInt8(payload.count))
        case ...0xFFFF: frame += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: frame += [127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
        }
        return frame + payload
    }

    /// Reads a handshake and agrees to it.
    ///
    /// - Returns: The lines of the request.
    @discardableResult
    func accept(fields: [String] = []) async throws -> [String] {
        let head = try await readHead()
        try await write(Self.agreement(to: head, fields: fields))
        return head
    }

    static func agreement(to head: [String], fields: [String] = []) -> String {
        let lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", acceptLine(head)]
        return (lines + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    static func acceptLine(_ head: [String]) -> String {
        let prefix = "sec-websocket-key: "
        let key = head.first { $0.lowercased().hasPrefix(prefix) }?.dropFirst(prefix.count) ?? ""
        let hash = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return "Sec-WebSocket-Accept: \(Data(hash).base64EncodedString())"
    }
}
#endif
