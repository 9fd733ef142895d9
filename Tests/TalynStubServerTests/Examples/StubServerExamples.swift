#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import TalynTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the page on serving stubs, which are checked line for line.
struct StubServerExamples {
    enum GitHub: TargetType, Equatable {
        case zen
        case user(String)

        var baseURL: URL { URL(string: "https://api.github.com")! }
        var path: RequestPath { if case .user(let name) = self { "/users/\(name)" } else { "/zen" } }
        var sampleData: Data { Data("Sample of \(path)".utf8) }
    }

    @Test func stubsAreServed() async throws {
        let stubs = StubSet()
        stubs.on(.get("/zen"), .text("Keep it simple."))
        try await StubServer.withServer(serving: stubs) { baseURL in
            let (data, _) = try await URLSession.shared.data(from: baseURL.appending(path: "zen"))
            print(String(decoding: data, as: UTF8.self))
            #expect(data == Data("Keep it simple.".utf8))
        }
        #expect(stubs.failures.isEmpty)
    }

    #if AsyncHTTPClient && os(Linux)
    @Test func conversationsAreServed() async throws {
        let stubs = StubSet()
        stubs.on(.webSocket("/rooms/{id}")) { conversation in
            while let message = try await conversation.receive() { conversation.send(message) }
        }
        try await StubServer.withServer(serving: stubs) { baseURL in
            var request = OutgoingRequest(url: baseURL.appending(path: "rooms/7"))
            request.webSocket = WebSocketOptions()
            let channel = try #require(try await Client.usual.transport.send(request).webSocket)
            try await channel.send(.text("hello"), from: nil)
            #expect(try await channel.receive() == .text("hello"))
        }
    }
    #endif

    @Test func samplesAreServed() async throws {
        let samples = StubSet()
        for target in [GitHub.zen, .user("ada")] {
            samples.fallback(.target(target), .data(target.sampleData))
        }
        try await StubServer.withServer(serving: samples) { baseURL in
            let text = try await Client.usual.text(baseURL.appending(path: "users/ada"))
            #expect(text == "Sample of /users/ada")
            let response = try await Client.usual.send(baseURL.appending(path: "users/grace"))
            #expect(response.statusCode == 501)
        }
    }

    @Test func unstubbedCallIsReported() async throws {
        let stubs = StubSet()
        stubs.on(.get("/zen"), .text("Keep it simple."))
        try await StubServer.withServer(serving: stubs) { baseURL in
            let response = try await Client.usual.send(baseURL.appending(path: "zne"))
            let text = String(decoding: try await response.body.collected(), as: UTF8.self)
            #expect(response.statusCode == 501)
            #expect(text.contains("No stub answers GET") && text.contains("/zen"))
        }
    }

    /// A file that Firefox 153 has saved of a visit to a page on this machine.
    @Test func recordingOfABrowserIsServed() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/Firefox.har").standardizedFileURL
        let recording = try Recording(contentsOf: file)
        let replay = ReplayTransport(recording, repeatsLast: true)
        let train = FaultTransport(wrapping: replay, FaultScript(.latency(.milliseconds(300)), seed: 7))
        _ = train
        var options = StubServer.Options()
        options.baseURLs = [try #require(URL(string: "http://127.0.0.1:8765"))]
        try await StubServer.withServer(serving: replay, options: options) { baseURL in
            for client in Client.all {
                let items = try await client.text(#require(URL(string: "\(baseURL)/api/items?page=1")))
                #expect(items == #"[{"id": 1, "name": "Tässe"}, {"id": 2, "name": "Teller"}]"#)
                let pixel = try await client.send(baseURL.appending(path: "pixel.png"))
                #expect(pixel.headerFields[.contentType] == "image/png")
                #expect(try await pixel.body.collected().count == 70)
                let redirected = try await client.text(baseURL.appending(path: "old"))
                #expect(redirected == "new")
                let page = try await client.send(baseURL)
                #expect(page.headerFields[.contentType] == "text/html; charset=utf-8")
                let order = HTTPBody(Data(#"{"amount": 2, "item": 1}"#.utf8))
                let url = baseURL.appending(path: "api/orders")
                let fields = ["Content-Type": "application/json"]
                let ordered = try await client.send(url, method: "POST", headers: fields, body: order)
                #expect(ordered.statusCode == 201)
                #expect(try await client.send(baseURL.appending(path: "missing")).statusCode == 404)
            }
        }
    }

    @Test func optionsAreSet() {
        var options = StubServer.Options()
        options.port = 8080
        options.baseURLs = [URL(string: "https://api.example.com/v1")!]
        options.onRequest = { print($0) }
        #expect(options.redaction == .default)
    }
}
#endif
