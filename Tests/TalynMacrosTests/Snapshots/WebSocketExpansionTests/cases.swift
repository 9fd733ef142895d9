// swift-format-ignore-file

// MARK: Source

@API("https://a.example") @Authorization(.bearer) enum Chat {
    @WebSocket("/rooms/{id}", incoming: Event.self, outgoing: Command.self, subprotocols: ["chat.v2"])
    case room(id: Int)
    @WebSocket("/log", incoming: String.self, outgoing: String.self) case log(since: Int)
    @WebSocket("/lobby") case lobby
    @POST("/rooms") case open(name: String)
}

// MARK: Expansion

enum Chat {
    case room(id: Int)
    case log(since: Int)
    case lobby
    case open(name: String)
}

extension Chat: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

    var path: Talyn.RequestPath {
        switch self {
        case .room(let id): return "/rooms/\(id, name: "id")"
        case .log: return "/log"
        case .lobby: return "/lobby"
        case .open: return "/rooms"
        }
    }

    var method: HTTPTypes.HTTPRequest.Method {
        switch self {
        case .open: return .post
        default: return .get
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .log(let since): return ["since": since]
        default: return [:]
        }
    }

    var body: Talyn.RequestBody {
        switch self {
        case .open(let name): return .json(["name": name] as Talyn.RequestParameters)
        default: return .none
        }
    }

    var authorizationType: Talyn.AuthorizationType? { .bearer }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Chat>

        init(provider: Talyn.Provider<Chat> = Talyn.Provider()) {
            self.provider = provider
        }

        func room(id: Int, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> TalynWebSocket.WebSocketConnection<Event, Command> {
            #sourceLocation(file: "File.swift", line: 3)
            try await provider.connect(.room(id: id), codec: .json(Event.self, Command.self), webSocket: Talyn.WebSocketOptions { $0.subprotocols = ["chat.v2"] }, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }

        func log(since: Int, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> TalynWebSocket.WebSocketConnection<String, String> {
            #sourceLocation(file: "File.swift", line: 4)
            try await provider.connect(.log(since: since), codec: .text, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
