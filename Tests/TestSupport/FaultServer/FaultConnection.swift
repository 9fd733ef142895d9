import Foundation
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One connection of a fault server.
struct FaultConnection: Sendable {
    let index: Int
    let channel: any Channel
    let inbound: AsyncStream<[UInt8]>
    let state: Watched<FaultServerState>
    let readsBody: Bool
    let script: FaultServer.Script

    /// Answers the requests of the connection until it ends or the task is cancelled.
    func run() async {
        await withTaskCancellationHandler {
            try? await answerRequests()
        } onCancel: {
            channel.close(promise: nil)
        }
        try? await channel.close()
    }

    private func answerRequests() async throws {
        var chunks = inbound.makeAsyncIterator()
        var buffer = RequestBuffer()

        /// Tries `take` again with each piece that comes in; nothing is read ahead of that.
        func next<Part>(_ take: (inout RequestBuffer) -> Part?) async throws -> Part {
            while true {
                if let part = take(&buffer) {
                    return part
                }
                channel.read()
                guard let chunk = await chunks.next() else { throw ChannelError.eof }
                buffer.append(chunk)
            }
        }

        while true {
            let head = try await next { $0.takeHead() }
            var request = ReceivedRequest(head: head, connection: index)
            state.update { [request] in $0.heads.append(request) }
            if readsBody {
                request.body = try await next { $0.takeBody(of: request) }
                state.update { [request] in $0.requests.append(request) }
            }
            for step in script(request) {
                try await perform(step)
            }
            if !readsBody {
                try await perform(.hang)
            }
        }
    }

    private func perform(_ step: FaultServer.Step) async throws {
        switch step {
        case .send(let text):
            try await channel.writeAndFlush(ByteBuffer(string: text))
        case .sendBytes(let bytes):
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
            state.update { $0.sentBytes += bytes.count }
        case .close:
            try await channel.close()
        case .reset:
            let options = channel as? any SocketOptionProvider
            try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close()
        case .hang:
            await state.wait { $0.closedConnections.contains(index) }
        case .waitForRelease:
            await state.wait { state in
                if state.closedConnections.contains(index) {
                    return true
                }
                guard state.releases > 0 else { return false }
                state.releases -= 1
                return true
            }
        }
        try Task.checkCancellation()
        guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
    }
}
