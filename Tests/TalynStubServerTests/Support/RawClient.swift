#if Tools && (os(macOS) || os(Linux))
import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// A connection whose bytes are seen as they are.
struct RawClient: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isClosed = false
        var isReset = false
    }

    private let channel: any Channel
    private let state: Watched<State>

    /// What has come so far.
    var text: String { String(decoding: state.value.bytes, as: UTF8.self) }
    var count: Int { state.value.bytes.count }
    var bytes: [UInt8] { state.value.bytes }

    /// - Parameter reads: Whether bytes are read immediately, and not only on request.
    static func connect(to url: URL, reads: Bool = true) async throws -> RawClient {
        let state = Watched(State())
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(state))
                }
            }
            .connect(host: "127.0.0.1", port: url.port ?? 0)
            .get()
        return RawClient(channel: channel, state: state)
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    /// Sends without waiting for the system to take it.
    func begin(_ bytes: [UInt8]) {
        channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    /// Whether all that was begun has been sent.
    var isWritable: Bool { channel.isWritable }

    func startReading() async throws {
        try await channel.setOption(.autoRead, value: true).get()
    }

    func close() async throws {
        try await channel.close()
    }

    /// Waits until something has come; returns all that has.
    @discardableResult
    func text(containing part: String, times: Int = 1) async -> String {
        await state.wait { state in
            state.isClosed
                || String(decoding: state.bytes, as: UTF8.self).components(separatedBy: part).count > times
        }
        return text
    }

    /// Waits until the bytes fulfil a condition, or until the end of the connection.
    func bytes(_ condition: @escaping @Sendable ([UInt8]) -> Bool) async {
        await state.wait { $0.isClosed || condition($0.bytes) }
    }

    /// Waits for the end of the connection.
    func waitForEnd() async {
        await state.wait { $0.isClosed }
    }

    /// Waits for the end of the connection; returns all that has come before, and whether it ended with a reset.
    func end() async -> (text: String, isReset: Bool) {
        await waitForEnd()
        return (text, state.value.isReset)
    }

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let state: Watched<State>

        init(_ state: Watched<State>) {
            self.state = state
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Array(unwrapInboundIn(data).readableBytesView)
            state.update { $0.bytes += bytes }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if (error as? IOError)?.errnoCode == ECONNRESET { state.update { $0.isReset = true } }
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.update { $0.isClosed = true }
        }
    }
}
#endif
