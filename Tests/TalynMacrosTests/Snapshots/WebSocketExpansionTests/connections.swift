// swift-format-ignore-file

// MARK: Source

@Client("wss://chat.example.com") struct Chat {
    @WebSocket("/rooms/{id}") @Headers(["X-App": "1"])
    func room(id: Int, since: Date?) async throws -> WebSocketConnection<Event, Command>
    @WebSocket("/log", subprotocols: ["log.v2", "log.v1"])
    func log(options: RequestOptions? = nil) async throws(TalynError) -> TalynWebSocket.WebSocketConnection<String, String>
    @WebSocket("/raw") func raw(provider: Int) async -> Result<WebSocketConnection<WebSocketMessage, WebSocketMessage>, TalynError>
    @WebSocket("/pairs") func pairs(fileID: StaticString = #fileID, line: Int = #line) async throws -> WebSocketConnection<[Event], [String: Int]>
}

// MARK: Expansion

struct Chat {

    func room(id: Int, since: Date?) async throws -> WebSocketConnection<Event, Command> {
        try await provider.connect(.room(id: id, since: since), codec: .json(Event.self, Command.self), line: 0)
    }
    func log(options: RequestOptions? = nil) async throws(TalynError) -> TalynWebSocket.WebSocketConnection<String, String> {
        try await provider.connect(.log, codec: .text, webSocket: Talyn.WebSocketOptions { $0.subprotocols = ["log.v2", "log.v1"] }, options: options ?? Talyn.RequestOptions(), line: 0)
    }
    func raw(provider: Int) async -> Result<WebSocketConnection<WebSocketMessage, WebSocketMessage>, TalynError> {
        do throws(Talyn.TalynError) {
            return .success(try await self.provider.connect(.raw(provider: provider), codec: .messages, line: 0))
        } catch {
            return .failure(error)
        }
    }
    func pairs(fileID: StaticString = #fileID, line: Int = #line) async throws -> WebSocketConnection<[Event], [String: Int]> {
        try await provider.connect(.pairs, codec: .json([Event].self, ([String: Int]).self), fileID: fileID, line: line)
    }

    enum Target: Talyn.TargetType {
        case room(id: Int, since: Date?)
        case log
        case raw(provider: Int)
        case pairs

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "wss://chat.example.com")! }

        var path: Talyn.RequestPath {
            switch self {
            case .room(let id, _): return "/rooms/\(id, name: "id")"
            case .log: return "/log"
            case .raw: return "/raw"
            case .pairs: return "/pairs"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .room(_, let since): return ["since": since]
            case .raw(let provider): return ["provider": provider]
            default: return [:]
            }
        }

        var headerFields: HTTPTypes.HTTPFields {
            switch self {
            case .room: return [HTTPTypes.HTTPField.Name("X-App")!: "1"]
            default: return [:]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
