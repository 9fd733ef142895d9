#if Macros
import Testing

struct WebSocketDiagnosticTests {
    private static let connection = "async throws -> WebSocketConnection<Event, Command>"

    @Test(arguments: [
        "async throws -> 👉Event", "-> 👉EventStream<Event>",
        "async -> 👉Result<WebSocketSession<Event, Command>, TalynError>",
        "async throws -> 👉WebSocketConnection<Event>",
    ])
    func otherResult(_ result: String) {
        expectDiagnostics(in: .client(#"@WebSocket("/rooms") func rooms() \#(result)"#), for: result)
    }

    @Test func noResult() {
        expectDiagnostics(in: .client(#"@WebSocket("/rooms") func 👉rooms() async throws"#))
    }

    @Test func typeOfTheClientWithTheNameOfAConnection() {
        expectDiagnostics(
            in: .client(
                "struct WebSocketConnection<Incoming, Outgoing> {}",
                #"@WebSocket("/rooms") func rooms() async throws -> 👉WebSocketConnection<Event, Command>"#
            )
        )
    }

    @Test func connectionByAnotherMethod() {
        expectDiagnostics(in: .client(#"@GET("/a") func a() async throws -> 👉WebSocketConnection<Event, Command>"#))
    }

    @Test func sessionByAMethodOfItsOwn() {
        expectDiagnostics(in: .client(#"@HTTP("REPORT", "/b") func b() -> 👉WebSocketSession<Event, Command>"#))
    }

    @Test func connectionWithoutWaiting() {
        expectDiagnostics(in: .client(#"@WebSocket("/rooms") func 👉rooms() -> WebSocketConnection<Event, Command>"#))
    }

    @Test func sessionThatWaits() {
        expectDiagnostics(
            in: .client(#"@WebSocket("/rooms") func rooms() 👉async throws -> WebSocketSession<Event, Command>"#)
        )
    }

    @Test func body() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a") func a(👉@Body text: String) \#(Self.connection)"#,
                #"@WebSocket("/b") func b(👉body: Event) \#(Self.connection)"#,
                #"@WebSocket("/c") 👉@Form func c() \#(Self.connection)"#
            )
        )
    }

    @Test func bodyOfACase() {
        expectDiagnostics(
            in: .api(
                #"@WebSocket("/a", incoming: Event.self, outgoing: Command.self) @Body(👉"hello") case a(hello: Event)"#
            )
        )
    }

    @Test func mixedMessages() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a") func a() async throws -> 👉WebSocketConnection<String, Command>"#,
                #"@WebSocket("/b") func b() -> 👉WebSocketSession<Event, Data>"#
            )
        )
    }

    @Test func mixedMessagesOfACase() {
        expectDiagnostics(
            in: .api(#"@WebSocket("/a", incoming: Event.self, outgoing: 👉String.self) case a"#)
        )
    }

    @Test func typesInTheWrongPlace() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a", incoming: 👉Event.self, outgoing: Command.self) func a() \#(Self.connection)"#
            )
        )
    }

    @Test func resultTypeOfACase() {
        expectDiagnostics(in: .api(#"@WebSocket("/a") 👉@ResultType(Event.self) case a"#))
    }

    @Test func typeThatIsNoLiteral() {
        expectDiagnostics(in: .api(#"@WebSocket("/a", incoming: 👉types[0], outgoing: Command.self) case a"#))
    }

    @Test func unusedSubprotocols() {
        expectDiagnostics(in: .api(#"@WebSocket("/a", subprotocols: 👉["chat.v2"]) case a"#))
    }

    @Test func subprotocolsTwice() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a", subprotocols: 👉["chat.v2"]) func a(options: WebSocketOptions) \#(Self.connection)"#
            )
        )
    }

    @Test func invalidSubprotocols() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a", subprotocols: ["chat.v2", 👉"chat v1", 👉"chat.v2"]) func a() \#(Self.connection)"#
            )
        )
    }

    @Test func fieldsOfTheHandshake() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a") 👉@Headers(["sec-websocket-protocol": "chat.v2"]) func a() \#(Self.connection)"#,
                #"@WebSocket("/b") func b(👉@Header(name: "Sec-WebSocket-Key") key: String) \#(Self.connection)"#
            )
        )
    }

    @Test func argumentsOfAConnection() {
        expectDiagnostics(
            in: .client(
                #"@WebSocket("/a") func a(👉rules: WebSocketReconnection) \#(Self.connection)"#,
                #"@WebSocket("/b") func b(codec: WebSocketCodec<Event, Command>, 👉other: WebSocketCodec<Event, Command>) \#(Self.connection)"#,
                #"@WebSocket("/c") func c(👉limits: WebSocketOptions?) \#(Self.connection)"#
            )
        )
    }

    @Test func argumentsOfACase() {
        expectDiagnostics(in: .api(#"@WebSocket("/a") case a(👉limits: WebSocketOptions)"#))
    }

    @Test func pagesOfAWebSocket() {
        expectDiagnostics(
            in: .client(#"@WebSocket("/a") @Paged(.links) func a() -> 👉WebSocketSession<Event, Command>"#)
        )
    }

    @Test func absolutePath() {
        expectDiagnostics(in: .client(#"@WebSocket(👉"wss://chat.example.com/rooms") func a() \#(Self.connection)"#))
    }
}
#endif
