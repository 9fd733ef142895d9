#if Tools && os(Linux)
import Foundation
import TalynAsyncHTTPClient
import TalynCore
import TalynWebSocket

/// A client of Autobahn's fuzzing server. It echoes each message as it came.
struct AutobahnClient: Sendable {
    /// A case, or a question to the server about cases.
    private struct Case: TargetType {
        let baseURL: URL
        let path: RequestPath
        var query: RequestParameters = [:]
    }

    let server: URL
    let agent: String
    /// Whether the echo of each message lacks its last byte, so that the suite has to find a fault.
    var cutsEcho = false

    private let provider: Provider<Case>

    init(server: URL, agent: String, options: TransportOptions, cutsEcho: Bool = false) throws {
        self.server = server
        self.agent = agent
        self.cutsEcho = cutsEcho
        provider = Provider(transport: try AsyncHTTPClientTransport(options: options))
    }

    private let webSocket = WebSocketOptions {
        $0.maximumMessageSize = 32 << 20
        $0.pingInterval = nil
    }

    /// The number of cases.
    func count() async throws -> Int {
        try await provider.withWebSocket(target("/getCaseCount"), codec: .text) { connection in
            for try await text in connection { return Int(text) ?? 0 }
            return 0
        }
    }

    /// Runs a case. It may end in any way: the server judges.
    func run(_ number: Int) async throws {
        let target = target("/runCase", ["case": number, "agent": agent])
        let connection = try await provider.connect(target, codec: .messages, webSocket: webSocket)
        do {
            for try await message in connection { try await connection.send(cutsEcho ? message.cut : message) }
        } catch {
            // The case may violate the protocol, or the server may have ended it.
            guard error.reason == .webSocket || error.isConnectionFailure else { throw error }
        }
        await connection.close()
    }

    /// Lets the server write its report.
    func report() async throws {
        _ = try await provider.withWebSocket(target("/updateReports", ["agent": agent]), codec: .text) {
            for try await _ in $0 {}
        }
    }

    private func target(_ path: RequestPath, _ query: RequestParameters = [:]) -> Case {
        Case(baseURL: server, path: path, query: query)
    }
}

extension WebSocketMessage {
    fileprivate var cut: WebSocketMessage {
        switch self {
        case .text(let text): .text(String(text.dropLast()))
        case .data(let data): .data(data.dropLast())
        }
    }
}
#endif
