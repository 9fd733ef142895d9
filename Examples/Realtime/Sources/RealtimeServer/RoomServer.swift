#if Tools
public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Realtime

/// A server of chat rooms, on SwiftNIO.
public struct RoomServer: Sendable {
    private typealias Connection = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    /// An open connection that isn't served yet, and the room of its path.
    ///
    /// The server can end before it serves the visit. A `NIOAsyncChannel` that nobody runs would trap.
    private final class Visit: Sendable {
        let room: String
        private let channel: any Channel

        init(_ channel: any Channel, room: String) {
            self.channel = channel
            self.room = room
        }

        deinit { channel.close(promise: nil) }

        func begin() async throws -> Connection {
            try await channel.eventLoop.submit { [channel] in
                let connection = try Connection(wrappingChannelSynchronously: channel)
                channel.setOption(.autoRead, value: true).whenComplete { _ in }
                return connection
            }
            .get()
        }
    }

    private static let largestMessage = 64 << 10

    private let rooms = Rooms()

    /// Serves rooms for the time of a closure.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for a free one.
    ///   - body: Gets the URL of the server.
    public static func run<Value: Sendable>(
        port: Int = 0,
        _ body: (URL, RoomServer) async throws -> Value
    ) async throws -> Value {
        let server = RoomServer()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try Self.configure(channel) }
            }
        let running = Task {
            try await withThrowingDiscardingTaskGroup { group in
                try await listener.executeThenClose { visits in
                    for try await visit in visits {
                        group.addTask {
                            // A connection that is lost ends its visit, and not the server.
                            guard let visit = try? await visit.get() else { return }
                            try? await server.serve(visit)
                        }
                    }
                }
                group.cancelAll()
            }
        }
        defer { running.cancel() }
        let url = URL(string: "http://127.0.0.1:\(listener.channel.localAddress?.port ?? port)")!
        return try await body(url, server)
    }

    /// Ends all connections, as a restart does. Clients connect again.
    public func disconnectAll() async { await rooms.disconnectAll() }

    // MARK: Handshake

    private static func configure(_ channel: any Channel) throws -> EventLoopFuture<Visit?> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Visit?>(
            maxFrameSize: largestMessage,
            shouldUpgrade: { channel, head in
                let offered = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
                let isKnown = room(in: head.uri) != nil && offered.contains("room.v1")
                return channel.eventLoop.makeSucceededFuture(isKnown ? ["Sec-WebSocket-Protocol": "room.v1"] : nil)
            },
            upgradePipelineHandler: { channel, head in
                // The visit reads when it is served.
                channel.setOption(.autoRead, value: false).flatMapThrowing {
                    let aggregator = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 1,
                        maxAccumulatedFrameCount: 64,
                        maxAccumulatedFrameSize: largestMessage
                    )
                    try channel.pipeline.syncOperations.addHandler(aggregator)
                    return Visit(channel, room: room(in: head.uri) ?? "")
                }
            }
        )
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Visit?>(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                let fields: HTTPHeaders = ["Content-Length": "0", "Connection": "close"]
                let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: fields)
                let pipeline = channel.pipeline.syncOperations
                pipeline.write(NIOAny(HTTPServerResponsePart.head(head)), promise: nil)
                let end = channel.eventLoop.makePromise(of: Void.self)
                pipeline.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: end)
                end.futureResult.whenComplete { _ in channel.close(promise: nil) }
                return nil
            }
        }
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: upgrade)
        )
    }

    /// The room of a path: `lounge` for `/rooms/lounge`.
    private static func room(in path: String) -> String? {
        let parts = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, parts[1] == "rooms", !parts[2].isEmpty else { return nil }
        return String(parts[2])
    }

    // MARK: Conversation

    private func serve(_ visit: Visit) async throws {
        defer { withExtendedLifetime(visit) {} }
        try await visit.begin().executeThenClose { inbound, outbound in
            await withTaskGroup(of: Void.self) { group in
                var member: Int?
                do {
                    reading: for try await frame in inbound {
                        switch frame.opcode {
                        case .text:
                            let data = Data(frame.unmaskedData.readableBytesView)
                            switch (try JSONDecoder().decode(Command.self, from: data), member) {
                            case (.join(let name, let number), nil):
                                let joined = await rooms.join(visit.room, name: name, after: number)
                                member = joined.member
                                group.addTask { try? await Self.send(joined.events, to: outbound) }
                            case (.say(let id, let text), let member?):
                                await rooms.say(visit.room, member, id: id, text: text)
                            default:
                                try await outbound.write(.close(.policyViolation))
                                break reading
                            }
                        case .ping:
                            try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
                        case .connectionClose:
                            // It answers a close frame of the server, or needs an answer.
                            let isPresent = if let member { await rooms.leave(visit.room, member) } else { true }
                            if isPresent { try await outbound.write(.close(.normalClosure)) }
                            break reading
                        case .pong: continue
                        default:
                            try await outbound.write(.close(.unacceptableData))
                            break reading
                        }
                    }
                } catch is DecodingError {
                    try? await outbound.write(.close(.dataInconsistentWithMessage))
                } catch {}
                if let member { await rooms.leave(visit.room, member) }
                group.cancelAll()
            }
        }
    }

    /// Sends events until the room ends them. The client then has to connect again.
    private static func send(
        _ events: AsyncStream<Event>,
        to outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    ) async throws {
        for await event in events {
            let data = ByteBuffer(bytes: try JSONEncoder().encode(event))
            try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: data))
        }
        if !Task.isCancelled { try await outbound.write(.close(.unknown(1013))) }
    }
}

extension WebSocketFrame {
    fileprivate static func close(_ code: WebSocketErrorCode) -> WebSocketFrame {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    }
}
#endif
