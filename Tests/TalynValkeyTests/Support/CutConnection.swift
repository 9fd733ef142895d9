#if Valkey
import NIOCore
import NIOPosix
import TestSupport

/// Forwards connections to a server on this machine, and can cut it off.
///
/// Bytes that are sent meanwhile arrive later, as with TCP in a network that loses its packets for a while.
struct CutConnection: Sendable {
    fileprivate struct State {
        var isCut = false
        var channels: [any Channel] = []
        /// Tell the forwarders whether they are cut, on their event loops.
        var switches: [@Sendable (Bool) -> EventLoopFuture<Void>] = []
        /// The number of scripts that are held.
        var heldCount = 0
    }

    /// The port of the proxy.
    let port: Int
    private let state: Watched<State>

    /// Runs a proxy for the duration of `body`.
    static func with<Value: Sendable>(
        to port: Int,
        body: (CutConnection) async throws -> Value
    ) async throws -> Value {
        let state = Watched(State())
        let listener = try await listener(to: port, state)
        do {
            let value = try await body(CutConnection(port: listener.localAddress?.port ?? 0, state: state))
            await close(listener, state)
            return value
        } catch {
            await close(listener, state)
            throw error
        }
    }

    private static func close(_ listener: any Channel, _ state: Watched<State>) async {
        for channel in [listener] + state.value.channels { try? await channel.close() }
    }

    private static func listener(to port: Int, _ state: Watched<State>) async throws -> any Channel {
        try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { client in
                ClientBootstrap(group: client.eventLoop)
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .channelInitializer { server in
                        server.eventLoop.makeCompletedFuture {
                            try server.pipeline.syncOperations.addHandler(Forwarder(from: server, to: client, state))
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
                    .flatMapThrowing { server in
                        try client.pipeline.syncOperations.addHandler(Forwarder(from: client, to: server, state))
                    }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
    }

    /// Forwards nothing from now on.
    func cut() async { await set(isCut: true) }

    /// Forwards everything again, first the bytes that were sent meanwhile.
    func heal() async { await set(isCut: false) }

    /// Waits until a script is held.
    func holdsScript() async { await state.wait { $0.heldCount > 0 } }

    private func set(isCut: Bool) async {
        let switches = state.update { state in
            state.isCut = isCut
            state.heldCount = 0
            return state.switches
        }
        for each in switches { try? await each(isCut).get() }
    }
}

private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let state: Watched<CutConnection.State>
    private var isCut: Bool
    /// The bytes to forward later; nil for the end.
    private var held: [ByteBuffer?] = []

    init(from channel: any Channel, to other: any Channel, _ state: Watched<CutConnection.State>) {
        self.other = other
        self.state = state
        isCut = state.value.isCut
        let loop = channel.eventLoop
        // A channel that was closed gets no events, and its bytes are still to be forwarded.
        let forwarder = NIOLoopBound(self, eventLoop: loop)
        isCut = state.update { state in
            state.channels.append(channel)
            state.switches.append { isCut in loop.submit { forwarder.value.set(isCut: isCut) } }
            return state.isCut
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard isCut else { return forward(buffer) }
        held.append(buffer)
        if String(buffer: buffer).contains("EVALSHA") { state.update { $0.heldCount += 1 } }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if isCut { held.append(nil) } else { forward(nil) }
    }

    private func set(isCut: Bool) {
        self.isCut = isCut
        guard !isCut else { return }
        for buffer in held { forward(buffer) }
        held = []
    }

    private func forward(_ buffer: ByteBuffer?) {
        if let buffer { return other.writeAndFlush(buffer, promise: nil) }
        // Behind all that was forwarded.
        other.writeAndFlush(ByteBuffer()).whenComplete { [other] _ in other.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
#endif
