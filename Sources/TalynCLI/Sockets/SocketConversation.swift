#if Tools
import Foundation
import Talyn
import TalynCommandLine
import TalynWebSocket

/// A conversation between the standard input and a server.
struct SocketConversation: Sendable {
    private let connection: WebSocketConnection<WebSocketMessage, WebSocketMessage>
    private let terminal: Terminal
    /// The time after the end of the input; nil for no limit.
    private let wait: Duration?
    private let input: StandardInput

    init(
        _ connection: WebSocketConnection<WebSocketMessage, WebSocketMessage>,
        _ terminal: Terminal,
        wait: Duration?,
        input: StandardInput = StandardInput()
    ) {
        self.connection = connection
        self.terminal = terminal
        self.wait = wait ?? (input.isTerminal ? .zero : nil)
        self.input = input
    }

    /// Sends and shows messages until the end of the connection.
    ///
    /// - Throws: ``/Talyn/TalynError`` for a connection that the server didn't close normally.
    func run() async throws {
        show(connection.subprotocol.map { "Connected, with the subprotocol \($0)" } ?? "Connected")
        let sending = Task { try await sendLines() }
        defer { sending.cancel() }
        for try await message in connection { show(message) }
        if let end = connection.end {
            show("Closed with the code \(end.code)" + (end.reason.isEmpty ? "" : ": \(end.reason)"))
        }
    }

    private func sendLines() async throws {
        do {
            for try await line in input.lines { try await connection.send(.text(line)) }
        } catch let error as TalynError where error.reason == .body {
            // The connection goes on without input.
            terminal.showError(error.description)
        }
        guard let wait else { return }
        try await Task.sleep(for: wait)
        await connection.close()
    }

    private func show(_ message: WebSocketMessage) {
        let text =
            switch message {
            case .text(let text): text
            case .data(let data): "binary \(data.base64EncodedString())"
            }
        terminal.showLine(terminal.isInteractive ? "< \(text)" : text)
    }

    /// Shows the state of the connection to people.
    private func show(_ state: String) {
        if terminal.isInteractive { terminal.showError(state) }
    }
}
#endif
