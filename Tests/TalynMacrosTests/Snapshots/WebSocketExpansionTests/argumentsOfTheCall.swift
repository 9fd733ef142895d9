// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Chat {
    @WebSocket("/mixed")
    func mixed(codec: WebSocketCodec<String, Command>, limits: WebSocketOptions = WebSocketOptions()) async throws -> WebSocketConnection<String, Command>
    @WebSocket("/mixed/{id}") func mixed(id: Int) async throws -> WebSocketConnection<Event, Command>
}

// MARK: Expansion

struct Chat {
    func mixed(codec: WebSocketCodec<String, Command>, limits: WebSocketOptions = WebSocketOptions()) async throws -> WebSocketConnection<String, Command> {
        try await provider.connect(.mixedCodecLimits, codec: codec, webSocket: limits, line: 0)
    }
    func mixed(id: Int) async throws -> WebSocketConnection<Event, Command> {
        try await provider.connect(.mixedId(id: id), codec: .json(Event.self, Command.self), line: 0)
    }

    enum Target: Talyn.TargetType {
        case mixedCodecLimits
        case mixedId(id: Int)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .mixedCodecLimits: return "/mixed"
            case .mixedId(let id): return "/mixed/\(id, name: "id")"
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
