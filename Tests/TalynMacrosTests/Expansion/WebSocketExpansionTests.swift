#if Macros
import Testing

struct WebSocketExpansionTests {
    @Test func connections() {
        expectExpansion(
            of: """
                @Client("wss://chat.example.com") struct Chat {
                    @WebSocket("/rooms/{id}") @Headers(["X-App": "1"])
                    func room(id: Int, since: Date?) async throws -> WebSocketConnection<Event, Command>
                    @WebSocket("/log", subprotocols: ["log.v2", "log.v1"])
                    func log(options: RequestOptions? = nil) async throws(TalynError) -> TalynWebSocket.WebSocketConnection<String, String>
                    @WebSocket("/raw") func raw(provider: Int) async -> Result<WebSocketConnection<WebSocketMessage, WebSocketMessage>, TalynError>
                    @WebSocket("/pairs") func pairs(fileID: StaticString = #fileID, line: Int = #line) async throws -> WebSocketConnection<[Event], [String: Int]>
                }
                """
        )
    }

    @Test func sessions() {
        expectExpansion(
            of: """
                @Client struct Chat {
                    @WebSocket("/rooms/{id}") func room(_ id: Int) -> WebSocketSession<Event, Command>
                    @WebSocket("/rooms/{id}/all", subprotocols: ["chat.v2"]) func all(
                        of id: Int,
                        reconnection rules: WebSocketReconnection = WebSocketReconnection(),
                        options: RequestOptions = RequestOptions(),
                        resume: @escaping @Sendable (WebSocketConnection<Event, Command>) async throws -> Void
                    ) -> WebSocketSession<Event, Command>
                }
                """
        )
    }

    @Test func argumentsOfTheCall() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Chat {
                    @WebSocket("/mixed")
                    func mixed(codec: WebSocketCodec<String, Command>, limits: WebSocketOptions = WebSocketOptions()) async throws -> WebSocketConnection<String, Command>
                    @WebSocket("/mixed/{id}") func mixed(id: Int) async throws -> WebSocketConnection<Event, Command>
                }
                """
        )
    }

    @Test func cases() {
        expectExpansion(
            of: .type(
                #"@API("https://a.example") @Authorization(.bearer) enum Chat"#,
                #"@WebSocket("/rooms/{id}", incoming: Event.self, outgoing: Command.self, subprotocols: ["chat.v2"])"#,
                #"case room(id: Int)"#,
                #"@WebSocket("/log", incoming: String.self, outgoing: String.self) case log(since: Int)"#,
                #"@WebSocket("/lobby") case lobby"#,
                #"@POST("/rooms") case open(name: String)"#
            )
        )
    }
}
#endif
