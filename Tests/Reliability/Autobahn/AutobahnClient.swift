#if Tools && (canImport(Darwin) || os(Linux))
import Foundation
import TalynCore
import TalynTransportOptions
import TalynWebSocket

#if canImport(Darwin)
import TalynURLSession
#else
import TalynAsyncHTTPClient
#endif

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
        provider = Provider(transport: try Self.transport(options))
    }

    /// The engine of the platform.
    private static func transport(_ options: TransportOptions) throws -> any Transport {
        #if canImport(Darwin)
        try URLSessionTransport(options: options)
        #else
        try AsyncHTTPClientTransport(options: options)
        #endif
    }

    private let webSocket = WebSocketOptions {
        $0.maximumMessageSize = 32 << 20
        $0.pingInterval = nil
    }

    /// The number of cases.
    func count() async throws -> Int {
        try await answer(to: target("/getCaseCount")).flatMap { Int($0) } ?? 0
    }

    /// The name of a case, such as `7.1.1`; nil for an unknown one.
    func name(of number: Int) async throws -> String? {
        struct Information: Decodable {
            let id: String
        }
        let text = try await answer(to: target("/getCaseInfo", ["case": number]))
        return try text.map { try JSONDecoder().decode(Information.self, from: Data($0.utf8)).id }
    }

    private func answer(to question: Case) async throws -> String? {
        try await provider.withWebSocket(question, codec: .text) { connection in
            for try await text in connection { return text }
            return nil
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
