#if Tools
import _TalynSupport

import NIOCore

/// Notices when the client of a connection leaves, so that its request can be cancelled.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private struct State {
        var hasLeft = false
        var isIgnored = false
        var onLeave: (@Sendable () -> Void)?
    }

    private let connections: OpenConnections
    private let state = Locked(State())

    init(_ connections: OpenConnections) {
        self.connections = connections
    }

    /// The watch of a channel.
    static func of(_ channel: any Channel) async throws -> ClientWatch {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: ClientWatch.self)
        }
        .get()
    }

    /// Runs the action when the client leaves, or now if it left already.
    func onLeave(_ action: @escaping @Sendable () -> Void) {
        let hasLeft = state.withLock { state in
            if !state.isIgnored { state.onLeave = action }
            return state.hasLeft && !state.isIgnored
        }
        if hasLeft { action() }
    }

    /// Runs no action until the next request.
    func ignoreLeaving() {
        state.withLock { state in
            state.isIgnored = true
            state.onLeave = nil
        }
    }

    /// Starts to watch the next request.
    func begin() {
        state.withLock { $0.isIgnored = false }
    }

    private func leave() {
        let action = state.withLock { state in
            state.hasLeft = true
            return state.onLeave.take()
        }
        action?()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connections.add(context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that closes its side counts as gone, as in other servers.
        if case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.remove(context.channel)
        leave()
        context.fireChannelInactive()
    }
}

/// The open connections of a server, which are closed when it ends.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    func add(_ channel: any Channel) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.channels[ObjectIdentifier(channel)] = channel }
            return state.isClosed
        }
        if isClosed { channel.close(promise: nil) }
    }

    func remove(_ channel: any Channel) {
        state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    func closeAll() {
        let channels = state.withLock { state in
            state.isClosed = true
            defer { state.channels = [:] }
            return state.channels.values
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
#endif
