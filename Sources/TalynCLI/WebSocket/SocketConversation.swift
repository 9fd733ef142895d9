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
        let sending = Task { await sendInput() }
        let failure = await failureOfReceiving()
        sending.cancel()
        if let failure { throw failure }
        if let end = connection.end {
            show("Closed with the code \(end.code)" + (end.reason.isEmpty ? "" : ": \(end.reason)"))
        }
    }

    /// Shows the messages up to the end.
    private func failureOfReceiving() async -> TalynError? {
        var messages = connection.makeAsyncIterator()
        do {
            while let message = try await messages.next() { show(message) }
            return nil
        } catch {
            return error
        }
    }

    /// Sends the lines of the input, and closes the connection after the wait.
    private func sendInput() async {
        do {
            try await sendLines()
        } catch {
            // The receiver has the error of a lost connection. Without input, the conversation goes on.
            if error.reason == .body { terminal.showError(error.description) }
            return
        }
        guard let wait, (try? await Task.sleep(for: wait)) != nil else { return }
        await connection.close()
    }

    private func sendLines() async throws(TalynError) {
        var lines = input.lines.makeAsyncIterator()
        while let line = try await lines.next() { try await connection.send(.text(line)) }
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
