#if Tools
import Foundation
import HTTPBin
import Talyn
import TalynCommandLine
import _TalynSupport

/// An event stream whose server ends each connection after a few events.
@available(Hummingbird, *)
struct DemoEvents {
    let transport: any Transport
    let terminal: Terminal

    /// Reads the stream, and prints the events of each connection.
    ///
    /// The server is always the embedded one, since httpbin has no event streams.
    func run() async throws {
        let connections = try await HTTPBinServer.withServer { try await events(at: $0) }
        guard connections == [[1, 2, 3], [4, 5, 6], [7], []] else {
            throw UnexpectedAnswer(description: "expected events 1 to 7 on three connections, got \(connections)")
        }
        terminal.show(
            title: "An event stream that connects again when a connection ends",
            lines: connections.enumerated().map { index, events in
                let numbers = events.map(String.init).joined(separator: ", ")
                let text = events.isEmpty ? "204, no more events" : "events \(numbers)"
                return "  connection \(index + 1): \(text)"
            }
        )
    }

    /// The numbers of the events that came on each connection.
    private func events(at baseURL: URL) async throws -> [[Int]] {
        let connections = Locked<[[Int]]>([])
        let provider = Provider<HTTPBinAPI>(
            baseURL: baseURL,
            transport: transport,
            plugins: [ConnectionPlugin { connections.withLock { $0.append([]) } }]
        )
        for try await event in provider.events(.events(7), as: NumberedEvent.self) {
            connections.withLock { $0[$0.count - 1].append(event.number) }
        }
        return connections.withLock { $0 }
    }
}

private struct NumberedEvent: Decodable, Sendable {
    let number: Int
}

/// Counts the connections.
private struct ConnectionPlugin: CallObserver {
    let onConnection: @Sendable () -> Void

    func willSend(_ request: OutgoingRequest, context: CallContext) {
        onConnection()
    }
}
#endif
