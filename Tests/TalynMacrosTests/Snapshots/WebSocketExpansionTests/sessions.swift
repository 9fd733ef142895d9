// swift-format-ignore-file

// MARK: Source

@Client struct Chat {
    @WebSocket("/rooms/{id}") func room(_ id: Int) -> WebSocketSession<Event, Command>
    @WebSocket("/rooms/{id}/all", subprotocols: ["chat.v2"]) func all(
        of id: Int,
        reconnection rules: WebSocketReconnection = WebSocketReconnection(),
        options: RequestOptions = RequestOptions(),
        resume: @escaping @Sendable (WebSocketConnection<Event, Command>) async throws -> Void
    ) -> WebSocketSession<Event, Command>
}

// MARK: Expansion

struct Chat {
    func room(_ id: Int) -> WebSocketSession<Event, Command> {
        provider.session(.room(id, baseURL: baseURL), codec: .json(Event.self, Command.self), line: 0)
    }
    func all(
        of id: Int,
        reconnection rules: WebSocketReconnection = WebSocketReconnection(),
        options: RequestOptions = RequestOptions(),
        resume: @escaping @Sendable (WebSocketConnection<Event, Command>) async throws -> Void
    ) -> WebSocketSession<Event, Command> {
        provider.session(.all(of: id, baseURL: baseURL), codec: .json(Event.self, Command.self), webSocket: Talyn.WebSocketOptions { $0.subprotocols = ["chat.v2"] }, reconnection: rules, options: options, line: 0, resume: resume)
    }

    enum Target: Talyn.TargetType {
        case room(_ id: Int, baseURL: TalynMacros.FoundationTypes.URL)
        case all(of: Int, baseURL: TalynMacros.FoundationTypes.URL)

        var baseURL: TalynMacros.FoundationTypes.URL {
            switch self {
            case .room(_, let baseURL): return baseURL
            case .all(_, let baseURL): return baseURL
            }
        }

        var path: Talyn.RequestPath {
            switch self {
            case .room(let id, _): return "/rooms/\(id, name: "id")"
            case .all(let id, _): return "/rooms/\(id, name: "id")/all"
            }
        }
    }

    let provider: Talyn.Provider<Target>

    let baseURL: TalynMacros.FoundationTypes.URL

    init(baseURL: TalynMacros.FoundationTypes.URL, provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.baseURL = baseURL
        self.provider = provider
    }
}
