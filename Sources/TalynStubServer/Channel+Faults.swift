#if Tools

import NIOCore
import NIOHTTP1

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

extension Channel {
    /// Ends the connection with a reset, after all written bytes.
    func reset() async throws {
        try await writeRaw(ByteBuffer())
        try await (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await close()
    }

    /// Writes bytes that aren't an HTTP response.
    func writeGarbage() async throws {
        try await writeRaw(ByteBuffer(string: "This is not HTTP.\r\n\r\n"))
    }

    /// Writes a whole response, the last one of the connection.
    func writeRefusal(_ status: HTTPResponse.Status, _ text: String, adding fields: [String] = []) async throws {
        let content = text + "\n"
        let head =
            [
                "HTTP/1.1 \(status)", "Content-Type: text/plain; charset=utf-8",
                "Content-Length: \(content.utf8.count)",
                "Connection: \(fields.isEmpty ? "close" : "Upgrade, close")",
            ] + fields
        try await writeRaw(ByteBuffer(string: head.joined(separator: "\r\n") + "\r\n\r\n" + content))
    }

    /// Writes bytes without the HTTP encoder. Returns when the system has taken them.
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
