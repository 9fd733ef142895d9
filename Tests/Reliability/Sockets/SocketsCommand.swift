#if Tools && os(Linux)
import ArgumentParser
import Foundation
import TalynAsyncHTTPClient
import TalynCore
import TalynWebSocket

/// Talks to WebSocket servers that aren't ours, and keeps many connections. Scripts/ci/weekly/websockets starts the servers.
struct SocketsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sockets",
        abstract: "Talks to WebSocket servers of others.",
        discussion: """
            A server sends each message back. After the text 'close CODE REASON', it closes the connection.
            """
    )

    @Option(help: ArgumentHelp("A server and its name.", valueName: "name=url"))
    var server: [String] = []

    @Option(help: "The number of connections to each server at the same time.")
    var connections = 1_000

    @Option(help: "The time for which a connection to each server is kept open, with pings alone.")
    var seconds = 90

    private struct Target: TargetType {
        let baseURL: URL
        let path: RequestPath = "/"
    }

    private struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private typealias Connection = WebSocketConnection<WebSocketMessage, WebSocketMessage>

    private struct Peer: Sendable {
        let name: String
        let target: Target
        let provider: Provider<Target>

        func connect() async throws -> Connection { try await provider.connect(target, codec: .messages) }
    }

    func run() async throws {
        let provider = Provider<Target>(transport: AsyncHTTPClientTransport.shared)
        let peers = try server.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let url = URL(string: parts[1]) else {
                throw ValidationError("It isn't a name and a URL: \(text)")
            }
            return Peer(name: parts[0], target: Target(baseURL: url), provider: provider)
        }
        var hasFailed = false
        // The memory of many connections counts before other work has grown it.
        for (title, work) in [("open many", openMany), ("talk", talk)] {
            for peer in peers {
                let isPassed = await attempt("\(peer.name), \(title)") { try await work(peer) }
                if !isPassed { hasFailed = true }
            }
        }
        // All of them at the same time.
        await withTaskGroup(of: Bool.self) { group in
            for peer in peers {
                group.addTask { await attempt("\(peer.name), keep open") { try await keepOpen(peer) } }
            }
            for await isPassed in group where !isPassed { hasFailed = true }
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func attempt(_ title: String, _ work: () async throws -> String) async -> Bool {
        let result: (isPassed: Bool, text: String)
        do { result = (true, try await work()) } catch { result = (false, "FAILED: \(error)") }
        print("\(title): \(result.text)")
        fflush(nil)
        return result.isPassed
    }

    // MARK: Talk

    /// Sends messages of each kind, 64 at a time, and lets each side close a connection.
    private func talk(_ peer: Peer) async throws -> String {
        let connection = try await peer.connect()
        let messages: [WebSocketMessage] =
            [.text(""), .data(Data()), .text("Grüße 👋"), .text(String(repeating: "ä", count: 70_000))]
            + [.data(Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }))]
        for message in messages {
            try await connection.send(message)
            try await expect(message, from: connection)
        }
        async let sent: Void = {
            for number in 0..<2_000 { try await connection.send(.text("\(number)")) }
        }()
        for number in 0..<2_000 { try await expect(.text("\(number)"), from: connection) }
        try await sent
        let pong = try await connection.ping()
        let close = try await connection.close(WebSocketCloseCode(rawValue: 4_000), reason: "done")
        // aiohttp answers any close frame with 1000.
        guard [4_000, 1_000].contains(close.code.rawValue) else {
            throw Fault("Our close frame was answered by \(close).")
        }

        let other = try await peer.connect()
        try await other.send(.text("close 4001 bye"))
        do {
            for try await _ in other {}
            throw Fault("The close code 4001 was no error.")
        } catch let error as TalynError {
            let close = (error.underlyingError as? WebSocketError)?.close
            guard close?.code.rawValue == 4_001, close?.reason == "bye" else { throw error }
        }
        return "2,005 messages came back; a pong after \(pong.formatted(.units(allowed: [.microseconds])))"
    }

    private func expect(_ message: WebSocketMessage, from connection: Connection) async throws {
        var iterator = connection.makeAsyncIterator()
        let next = try await iterator.next()
        guard next == message else { throw Fault("\(message) came back as \(next.map { "\($0)" } ?? "the end").") }
    }

    // MARK: Many connections

    /// Opens connections, uses each, and closes all. No file descriptor may be left.
    private func openMany(_ peer: Peer) async throws -> String {
        // The first connection sets up what all others share.
        let first = try await peer.connect()
        let before = ResourceUsage.current()
        let descriptors = before.fileDescriptors - 1
        let open = try await withThrowingTaskGroup(of: Connection.self) { group in
            var open = [first]
            // 64 handshakes at a time, since a server has a queue for new connections.
            for number in 1..<max(connections, 1) {
                if number > 64, let connection = try await group.next() { open.append(connection) }
                group.addTask { try await peer.connect() }
            }
            for try await connection in group { open.append(connection) }
            return open
        }
        for connection in open {
            try await connection.send(.text("hello"))
            try await expect(.text("hello"), from: connection)
        }
        let during = ResourceUsage.current()
        await withTaskGroup(of: WebSocketClose.self) { group in
            for connection in open { group.addTask { await connection.close() } }
        }
        let ends = open.count { $0.end?.code == .normalClosure }
        guard ends == open.count else {
            throw Fault("Only \(ends) of \(open.count) connections were closed with 1000.")
        }
        // The server ends the TCP connection. If it doesn't, ours ends two seconds after the close frames.
        var after = ResourceUsage.current()
        for _ in 0..<100 where after.fileDescriptors > descriptors {
            try await Task.sleep(for: .milliseconds(100))
            after = ResourceUsage.current()
        }
        let text = """
            \(open.count) connections; descriptors \(descriptors), \(during.fileDescriptors), \
            \(after.fileDescriptors) before, during and after; memory \
            \(Int((during.residentMB - before.residentMB) * 1_024) / max(open.count, 1)) KiB each
            """
        guard after.fileDescriptors <= descriptors else { throw Fault(text) }
        return text
    }

    // MARK: Keep open

    /// Keeps a connection open with nothing but its own pings, every 30 seconds, and uses it then.
    private func keepOpen(_ peer: Peer) async throws -> String {
        let connection = try await peer.connect()
        let clock = ContinuousClock()
        let start = clock.now
        try await clock.sleep(for: .seconds(seconds))
        guard connection.end == nil else { throw Fault("It has ended: \(connection.end.map { "\($0)" } ?? "")") }
        try await connection.send(.text("still there?"))
        try await expect(.text("still there?"), from: connection)
        let close = await connection.close()
        guard close.code == .normalClosure else { throw Fault("It was closed with \(close).") }
        return "open for \((clock.now - start).components.seconds) s"
    }
}
#endif
