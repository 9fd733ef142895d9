#if Tools
import _TalynFoundation
import _TalynSupport

import NIOCore

/// Passes messages between a client and the connection of a transport, until one of them ends.
struct ServedConversation: Sendable {
    let client: WebSocketClient
    let server: any WebSocketChannel
    let redaction: Redaction
    /// Gets the length of each message that the client got.
    let onMessage: @Sendable (Int) -> Void

    private struct Outcome {
        var failure: (any Error)?
        /// Whether one side has closed or ended the conversation.
        var hasEnded = false

        /// Notes the failure. Those after the end follow from it.
        mutating func end(_ failure: (any Error)?) {
            if !hasEnded { self.failure = failure }
            hasEnded = true
        }
    }

    /// - Returns: The failure of the conversation; nil after a closing handshake.
    func run() async -> (any Error)? {
        let outcome = Locked(Outcome())
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await passClientMessages(outcome) }
            group.addTask { await answerPings() }
            await passServerMessages(outcome)
            group.cancelAll()
        }
        server.cancel()
        return outcome.withLock { $0.hasEnded ? $0.failure : ClientHasLeft() }
    }

    private func passClientMessages(_ outcome: Locked<Outcome>) async {
        do {
            while let message = try await client.receive() {
                do {
                    try await server.send(message, from: nil)
                } catch let error as WebSocketError where error.kind == .closed {
                    // Its close frame is on the way to the client.
                    return
                } catch {
                    try Task.checkCancellation()
                    outcome.withLock { $0.end(error) }
                    return await end(after: error)
                }
            }
            outcome.withLock { $0.end(nil) }
            await server.close(client.close)
        } catch let violation as WebSocketViolation {
            outcome.withLock { $0.end(violation) }
            await client.end(violation.close)
            server.cancel()
        } catch {
            outcome.withLock { $0.end(ClientHasLeft()) }
            server.cancel()
        }
    }

    private func passServerMessages(_ outcome: Locked<Outcome>) async {
        do {
            while let message = try await server.receive() {
                try await client.send(message)
                onMessage(message.length)
            }
            outcome.withLock { $0.end(nil) }
            await client.end(server.end ?? WebSocketClose())
        } catch {
            if !(error is CancellationError) { outcome.withLock { $0.end(error) } }
            await end(after: error)
        }
    }

    /// Lets the client fail as the transport did.
    private func end(after error: any Error) async {
        switch error {
        case let error as WebSocketError: await client.violate(error.kind)
        case let error as TransportError: await client.drop(inFrame: error.detail == .cutFrame)
        case is CancellationError, is ChannelError, is IOError: await client.drop()
        // The transport doesn't expect the message, such as a recording.
        default: await client.end(WebSocketClose(.policyViolation, reason: redaction.text(of: error)))
        }
    }

    /// Answers the pings of the client when the transport answers its own.
    private func answerPings() async {
        while let ping = try? await client.pings.next() {
            guard (try? await server.ping()) != nil, (try? await client.sendPong(ping)) != nil else { return }
        }
    }
}

/// A client that ended the connection without a close frame.
struct ClientHasLeft: LocalizedError {
    var errorDescription: String? { "The client has left." }
}
#endif
