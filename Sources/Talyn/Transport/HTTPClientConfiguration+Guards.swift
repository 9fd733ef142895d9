#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2

extension HTTPClient.Configuration {
    typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// The same configuration, with a ``ConnectionGuard`` on every connection.
    ///
    /// AsyncHTTPClient shows a connection before the first request to its debug initializers only. Those that the
    /// configuration has run afterwards.
    func guardingConnections() -> HTTPClient.Configuration {
        var configuration = self
        configuration.http1_1ConnectionDebugInitializer = Self.initializer(then: http1_1ConnectionDebugInitializer) {
            let decoder = try $0.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try $0.addHandler(ConnectionGuard(), position: .after(decoder))
        }
        configuration.http2StreamChannelDebugInitializer = Self.initializer(then: http2StreamChannelDebugInitializer) {
            let codec = try $0.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try $0.addHandler(ConnectionGuard(), position: .after(codec))
            try $0.addHandler(HTTP2StatusGuard(), position: .first)
        }
        return configuration
    }

    /// Checks or changes the pipeline of a new connection, and closes the connection if that fails.
    ///
    /// The future has its result at once, as AsyncHTTPClient doesn't expect a connection to end meanwhile.
    static func initializer(
        then other: Initializer? = nil,
        _ prepare: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> Initializer {
        { channel in
            do {
                try prepare(channel.pipeline.syncOperations)
            } catch {
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(error)
            }
            return other?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
        }
    }
}
#endif
