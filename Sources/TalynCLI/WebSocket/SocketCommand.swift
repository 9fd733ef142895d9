#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCommandLine
import TalynRecordings
import TalynWebSocket
import _TalynSupport

struct SocketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "socket",
        abstract: "Opens a WebSocket, sends each line of the input, and shows the messages of the server.",
        discussion: """
            A text message of the server is shown as it is, and binary data as base64 after the word 'binary'. The end of the \
            input in a terminal (Ctrl-D) and an interrupt close the connection. After the end of another input, the command \
            goes on until the server closes the connection, or for --wait seconds.

            The exit status is 1 if the server refuses the connection, or closes it with another code than 1000 and 1001.
            """
    )

    @Argument(help: "The URL, such as wss://example.com/chat.")
    var url: String

    @Option(
        help: ArgumentHelp("A subprotocol that the server may choose. Give the preferred one first.", valueName: "name")
    )
    var subprotocol: [String] = []

    @Option(help: ArgumentHelp("The time to receive messages after the end of the input.", valueName: "seconds"))
    var wait: Double?

    @Option(
        help: ArgumentHelp("A HAR file for the conversation, with its secrets masked.", valueName: "file"),
        completion: .file(extensions: ["har"])
    )
    var record: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var options: TransferOptions

    @OptionGroup var redaction: RedactionOptions

    func validate() throws {
        _ = try httpURL
        if let wait, !(0...86_400 ~= wait) {
            throw ArgumentParser.ValidationError("\(wait) isn't a time. Give seconds, such as 2.")
        }
    }

    /// The URL of the handshake.
    var httpURL: URL {
        get throws { try TransferOptions.url(url.withHTTPScheme) }
    }

    func run() async throws {
        let terminal = Terminal()
        let target = FileRequest(url: try httpURL, headerFields: options.fields)
        let file = record.map { URL(fileURLWithPath: $0) }
        let log = try file.map { try recorder(for: $0, terminal) }
        let provider = try await options.provider(log.map { [$0] } ?? [])
        let (result, signal) = await Interruption.cancelling {
            await Result { try await converse(target, provider, terminal) }
        }
        if let file, let log { try save(log, to: file, terminal) }
        guard case .failure(let error) = result, signal == nil else { return }
        throw terminal.failure((error as? TalynError)?.line ?? "\(error)")
    }

    private func converse(_ target: FileRequest, _ provider: Provider<FileRequest>, _ terminal: Terminal) async throws {
        let settings = WebSocketOptions { $0.subprotocols = subprotocol }
        let connection = try await provider.connect(target, codec: .messages, webSocket: settings)
        let conversation = SocketConversation(connection, terminal, wait: wait.map { .seconds($0) })
        // A cancelled task would drop the connection without a close frame.
        let task = Task { try await conversation.run() }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { try await connection.close(.goingAway) }
        }
    }

    // MARK: Recording

    private func recorder(for file: URL, _ terminal: Terminal) throws -> TrafficLog {
        if !force, FileManager.default.fileExists(atPath: file.path) {
            throw terminal.failure("\(file.relativePath) exists already. Replace it with --force.")
        }
        do {
            // The user should know before the conversation.
            try Recording.checkSaving(to: file)
        } catch {
            throw terminal.failure(error)
        }
        return TrafficLog(maximumSize: 64 << 20, maximumBodySize: 64 << 20, redaction: redaction.redaction)
    }

    private func save(_ log: TrafficLog, to file: URL, _ terminal: Terminal) throws {
        do {
            try log.recording.save(to: file)
        } catch {
            throw terminal.failure(error)
        }
    }
}
#endif
