#if Macros
import Foundation
import TalynMacros
import TalynTesting
import TalynWebSocket
import TestSupport
import Testing

struct LogLine: Codable, Sendable { var text: String }

@Client("wss://chat.example.com")
private struct LogClient {
    @WebSocket("/log") func log(
        since: Int,
        @Header(name: "X-App") app: String,
        codec: WebSocketCodec<Int, Int>,
        limits: WebSocketOptions = WebSocketOptions(),
        options: RequestOptions = RequestOptions()
    ) async -> Result<WebSocketConnection<Int, Int>, TalynError>
    @WebSocket("/lines", subprotocols: ["log.v2", "log.v1"]) func lines() -> WebSocketSession<String, String>
}

@API("https://chat.example.com")
private enum Logs {
    @WebSocket("/logs/{name}", incoming: LogLine.self, outgoing: LogLine.self, subprotocols: ["log.v2"])
    case log(name: String, since: Int?)
}

struct WebSocketTests {
    /// Passes requests on to stubs, and remembers the subprotocols that they offer.
    private struct Offers: Transport {
        let stubs = StubSet()
        let subprotocols = Recorder<[String]>()

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            subprotocols.record(request.webSocket?.subprotocols ?? [])
            return try await stubs.send(request)
        }
    }

    private let offers = Offers()
    private let codec = WebSocketCodec<Int, Int> {
        $0.length
    } encode: {
        .text("\($0)")
    }

    @Test func valuesAreSentAndArgumentsAreNot() async throws {
        offers.stubs.on(.webSocket("/log")) { $0.send("seven") }
        let client = LogClient(provider: Provider(transport: offers))
        let limits = WebSocketOptions { $0.subprotocols = ["log.v3"] }
        let options = RequestOptions { $0.headerFields[.userAgent] = "marked" }
        let log = try await client.log(since: 3, app: "a", codec: codec, limits: limits, options: options).get()
        let lengths = try await log.reduce(into: [Int]()) { $0.append($1) }
        #expect(lengths == [5])
        let request = try #require(offers.stubs.requests.first)
        #expect(request.url.absoluteString == "https://chat.example.com/log?since=3")
        #expect(request.headerFields[HTTPField.Name("X-App")!] == "a")
        #expect(request.headerFields[.userAgent] == "marked")
        #expect(offers.subprotocols.events == [["log.v3"]])
    }

    @Test func refusalIsTheFailureOfAResult() async {
        offers.stubs.on(.webSocket("/log"), .status(403))
        let client = LogClient(provider: Provider(transport: offers))
        let result = await client.log(since: 3, app: "a", codec: codec)
        let error = #expect(throws: TalynError.self) { try result.get() }
        #expect(error?.statusCode == 403)
    }

    @Test func subprotocolsOfASessionAreOffered() async throws {
        offers.stubs.on(.webSocket("/lines")) { $0.send("one") }
        let client = LogClient(provider: Provider(transport: offers))
        let lines = try await client.lines().reduce(into: [String]()) { $0.append($1) }
        #expect(lines == ["one"])
        #expect(offers.subprotocols.events == [["log.v2", "log.v1"]])
    }

    @Test func subprotocolsOfACaseAreOffered() async throws {
        offers.stubs.on(.webSocket("/logs/{name}")) { conversation in
            try await conversation.expect(json: LogLine(text: "hello"))
            try conversation.send(json: LogLine(text: conversation.request.pathParameters["name"] ?? ""))
        }
        let calls = Logs.Calls(provider: Provider(transport: offers))
        let log = try await calls.log(name: "a b", since: nil)
        try await log.send(LogLine(text: "hello"))
        let texts = try await log.reduce(into: [String]()) { $0.append($1.text) }
        #expect(texts == ["a b"])
        #expect(offers.subprotocols.events == [["log.v2"]])
    }
}
#endif
