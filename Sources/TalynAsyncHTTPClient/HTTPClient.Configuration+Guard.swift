#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import TalynCore

extension HTTPClient.Configuration {
    typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Adds a ``ConnectionGuard`` to every connection.
    ///
    /// Only debug initializers see a connection before its first request. Those of the configuration run afterwards.
    ///
    /// - Parameter observers: The observers of the connections.
    func guardingConnections(observers: ConnectionObservers) -> HTTPClient.Configuration {
        var configuration = self
        let verifiesHosts = verifiesHosts
        @Sendable func connection(_ channel: any Channel, _ networkProtocolName: String) -> TrackedConnection {
            TrackedConnection(channel, networkProtocolName, observers: observers, verifiesHosts: verifiesHosts)
        }
        let decompresses = if case .enabled = decompression { true } else { false }
        let gzipMembers = GzipMembers(decompression)
        @Sendable func handler(of connection: TrackedConnection, isStream: Bool) -> ConnectionGuard {
            let handler = ConnectionGuard(decompresses: decompresses, connection, isStream: isStream)
            handler.gzipMembers = gzipMembers
            return handler
        }
        configuration.http1_1ConnectionDebugInitializer = Self.initializer(then: http1_1ConnectionDebugInitializer) {
            let pipeline = $0.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            let connection = connection($0, "http/1.1")
            try pipeline.addHandler(handler(of: connection, isStream: false), position: .after(decoder))
        }
        configuration.http2ConnectionDebugInitializer = Self.initializer(then: http2ConnectionDebugInitializer) {
            let connection = connection($0, "h2")
            let pipeline = $0.pipeline.syncOperations
            try pipeline.addHandler(HTTP2ConnectionTracker(connection))
            let codec = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(HTTP2FrameCounter(), position: .before(codec))
        }
        configuration.http2StreamChannelDebugInitializer = Self.initializer(then: http2StreamChannelDebugInitializer) {
            let pipeline = $0.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            let tracker = try $0.parent?.pipeline.syncOperations.handler(type: HTTP2ConnectionTracker.self)
            let connection = tracker?.connection ?? connection($0, "h2")
            try pipeline.addHandler(handler(of: connection, isStream: true), position: .after(codec))
            try pipeline.addHandler(HTTP2StatusGuard(), position: .first)
        }
        return configuration
    }

    /// Prepares the pipeline of a new connection. Closes the connection on failure.
    ///
    /// The future completes at once, since AsyncHTTPClient doesn't expect a connection to end meanwhile.
    static func initializer(
        then other: Initializer? = nil,
        _ prepare: @escaping @Sendable (any Channel) throws -> Void
    ) -> Initializer {
        { channel in
            do {
                try prepare(channel)
            } catch {
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(error)
            }
            return other?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
        }
    }
}
#endif
