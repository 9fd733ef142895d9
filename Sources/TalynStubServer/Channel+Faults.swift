#if Tools
import NIOCore
import NIOHTTP1

extension Channel {
    /// Ends the connection with a reset, behind all that has been written.
    func reset() async throws {
        try await writeRaw(ByteBuffer())
        try await (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await close()
    }

    /// Writes what no client takes for a response.
    func writeGarbage() async throws {
        try await writeRaw(ByteBuffer(string: "This is not HTTP.\r\n\r\n"))
    }

    /// Writes bytes past whatever makes messages of HTTP; returns when the system has taken them.
    private func writeRaw(_ bytes: ByteBuffer) async throws {
        let written = try await eventLoop.submit {
            let encoder = try self.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
            let promise = self.eventLoop.makePromise(of: Void.self)
            encoder.writeAndFlush(NIOAny(IOData.byteBuffer(bytes)), promise: promise)
            return promise.futureResult
        }
        .get()
        try await withTaskCancellationHandler {
            try await written.get()
        } onCancel: {
            close(promise: nil)
        }
    }
}
#endif
