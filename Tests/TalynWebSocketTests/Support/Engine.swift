import Foundation
import TalynAsyncHTTPClient
import TalynCore
import TalynURLSession
import TalynWebSocket
import Testing

/// A transport that opens WebSocket connections, for the conformance suites.
struct Engine: CustomTestStringConvertible, Sendable {
    /// What an engine can't do. The page of the module names it.
    enum Limit: Sendable {
        /// The error of a refused handshake has no body.
        case refusalsHaveNoBody
        /// The error after a violation of the protocol tells no kind.
        case violationsHaveNoDetails
        /// The limit of the size of frames that are sent is ignored.
        case ignoresFrameSize
    }

    let testDescription: String
    let transport: any Transport
    let limits: Set<Limit>

    /// The engines of the platform.
    static let all: [Engine] = {
        #if canImport(Darwin)
        let limits: Set<Limit> = [.refusalsHaveNoBody, .violationsHaveNoDetails, .ignoresFrameSize]
        return [Engine(testDescription: "URLSession", transport: URLSessionTransport(), limits: limits)]
        #elseif AsyncHTTPClient && os(Linux)
        return [Engine(testDescription: "AsyncHTTPClient", transport: AsyncHTTPClientTransport(), limits: [])]
        #else
        return []
        #endif
    }()

    /// Opens a connection for messages as they are.
    func connect(
        _ server: SocketServer,
        headerFields: HTTPFields = [:],
        _ configure: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws(TalynError) -> WebSocketConnection<WebSocketMessage, WebSocketMessage> {
        let provider = Provider<ChatRoom>(transport: transport)
        let room = ChatRoom(baseURL: server.baseURL, headerFields: headerFields)
        return try await provider.connect(room, codec: .messages, webSocket: WebSocketOptions(configure))
    }
}
