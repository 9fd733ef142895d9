#if Tools
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization
import Talyn
import TalynWebSocket

/// Echoes over WebSockets, against a client of a few lines on SwiftNIO.
enum WebSockets {
    /// The conversations of a measurement.
    enum Work {
        /// 100 bytes, one message at a time.
        case small
        /// 100 bytes, 64 messages in flight.
        case manySmall
        /// 1 MB, one message at a time.
        case large
        /// Connections that nobody uses.
        case idle

        /// The length of a message in bytes.
        var length: Int { self == .large ? 1_000_000 : 100 }
        /// The number of messages in flight.
        var width: Int { self == .manySmall ? 64 : 1 }

        fileprivate var message: Data { Data(repeating: UInt8(ascii: "x"), count: length) }
    }

    private static let connections = 1_000

    // MARK: Ours

    private struct Echo: TargetType {
        let baseURL: URL
        let path: RequestPath = "/"
    }

    static func talyn(_ work: Work, _ seconds: Double) async throws -> Sample {
        try await EchoServer.withServer { port in
            guard let url = URL(string: "ws://127.0.0.1:\(port)") else { throw UnexpectedAnswer() }
            let provider = Provider<Echo>()
            let connect = { try await provider.connect(Echo(baseURL: url), codec: .messages) }
            if work == .idle { return try await idle(connect) }
            let connection = try await connect()
            let sample = try await measure(work, seconds) {
                try await connection.send(.data($0))
            } receive: {
                var messages = connection.makeAsyncIterator()
                return try await messages.next()?.length ?? 0
            }
            await connection.close()
            return sample
        }
    }

    // MARK: SwiftNIO

    private typealias RawConnection = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private static func connectRaw(_ port: Int) async throws -> RawConnection {
        let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        let upgrade = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                let upgrader = NIOTypedWebSocketClientUpgrader<RawConnection>(maxFrameSize: 1 << 24) { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        try RawConnection(wrappingChannelSynchronously: channel)
                    }
                }
                let headers: HTTPHeaders = ["Host": "127.0.0.1:\(port)", "Content-Length": "0"]
                let configuration = NIOTypedHTTPClientUpgradeConfiguration(
                    upgradeRequestHead: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers),
                    upgraders: [upgrader]
                ) { $0.eventLoop.makeFailedFuture(UnexpectedAnswer()) }
                return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                    configuration: .init(upgradeConfiguration: configuration)
                )
            }
        }
        return try await upgrade.get()
    }

    static func raw(_ work: Work, _ seconds: Double) async throws -> Sample {
        try await EchoServer.withServer { port in
            if work == .idle { return try await idle { try await connectRaw(port) } }
            return try await connectRaw(port).executeThenClose { inbound, outbound in
                let frames = Frames(inbound)
                return try await measure(work, seconds) { data in
                    let frame = WebSocketFrame(
                        fin: true,
                        opcode: .binary,
                        maskKey: .random(),
                        data: ByteBuffer(bytes: data)
                    )
                    try await outbound.write(frame)
                } receive: {
                    try await frames.next()
                }
            }
        }
    }

    /// The frames that a connection receives, for one task at a time.
    private final class Frames: @unchecked Sendable {
        private var iterator: NIOAsyncChannelInboundStream<WebSocketFrame>.AsyncIterator

        init(_ frames: NIOAsyncChannelInboundStream<WebSocketFrame>) {
            iterator = frames.makeAsyncIterator()
        }

        func next() async throws -> Int { try await iterator.next()?.data.readableBytes ?? 0 }
    }

    // MARK: Measuring

    private static func measure(
        _ work: Work,
        _ seconds: Double,
        send: @escaping @Sendable (Data) async throws -> Void,
        receive: () async throws -> Int
    ) async throws -> Sample {
        let message = work.message
        for _ in 0..<20 {
            try await send(message)
            _ = try await receive()
        }
        var stopwatch = Stopwatch(seconds: seconds)
        for _ in 1..<work.width { try await send(message) }
        repeat {
            try await send(message)
            guard try await receive() == message.count else { throw UnexpectedAnswer() }
        } while stopwatch.lap()
        let sample = stopwatch.sample()
        for _ in 1..<work.width { _ = try await receive() }
        return sample
    }

    /// Connections up to the end of the process.
    private static let kept = Mutex<[any Sendable]>([])

    private static func idle<Opened: Sendable>(_ connect: () async throws -> Opened) async throws -> Sample {
        // A `NIOAsyncChannel` that nobody runs traps at its release, also after a failure of a later connection.
        let keep = { (connection: Opened) in kept.withLock { $0.append(connection) } }
        kept.withLock { $0.reserveCapacity(50 + connections) }
        // What the first connections set up for all others doesn't count.
        for _ in 0..<50 { keep(try await connect()) }
        var stopwatch = Stopwatch(seconds: 0)
        for _ in 0..<connections { keep(try await connect()) }
        _ = stopwatch.lap(connections)
        return stopwatch.sample(growsFromStart: true)
    }
}
#endif
