import Foundation
import Talyn
import TestSupport
import Testing

// The code of Streaming.md and LongPolling.md, and of comments about streams, compiled.

enum Logs: String, TargetType {
    case today, entries, changes

    var baseURL: URL { URL(string: "https://logs.example.com")! }
    var path: RequestPath { "/\(rawValue)" }
}

enum Station: TargetType {
    case record(AsyncStream<Data>)
    case archive(URL)

    var baseURL: URL { URL(string: "https://station.example.com")! }
    var path: RequestPath { "/readings" }
    var method: HTTPRequest.Method { .post }

    var body: RequestBody {
        switch self {
        case .record(let readings): .stream(HTTPBody(readings))
        case .archive(let file): .stream(HTTPBody(readings(in: file), length: length(of: file), isReplayable: true))
        }
    }

    private func readings(in file: URL) -> AsyncStream<Data> {
        AsyncStream { continuation in
            if let data = try? Data(contentsOf: file) { continuation.yield(data) }
            continuation.finish()
        }
    }

    private func length(of file: URL) -> Int64? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int64
    }
}

enum Tools: TargetType {
    case call(String)
    case messages

    var baseURL: URL { URL(string: "https://tools.example.com")! }
    var path: RequestPath { "/mcp" }
    var method: HTTPRequest.Method { if case .call = self { .post } else { .get } }
}

struct Entry: Decodable, Sendable {
    let message: String
}

struct ContentBlockDelta: Decodable, Sendable {
    let index: Int
}

enum MessageEvent: EventDecodable {
    case delta(ContentBlockDelta)
    case stop
    case other(ServerSentEvent)

    init(event: ServerSentEvent, decoder: JSONDecoder) throws {
        switch event.event {
        case "content_block_delta": self = .delta(try event.decode(using: decoder))
        case "message_stop": self = .stop
        default: self = .other(event)
        }
    }
}

enum StreamExamples {
    static var untilMark: RequestOptions {
        RequestOptions { $0.endOfEvents = .data("[DONE]") }
    }

    static var untilType: RequestOptions {
        RequestOptions { $0.endOfEvents = .event("response.completed", "response.incomplete", "response.failed") }
    }

    static var eager: RequestOptions {
        RequestOptions { $0.reconnection = .init(delay: .seconds(1), maximumFailures: 5) }
    }

    static func chunks(_ logs: Provider<Logs>) async throws -> Int {
        var size = 0
        for try await chunk in logs.stream(.today) {
            size += chunk.count
        }
        return size
    }

    static func opened(_ logs: Provider<Logs>) async throws {
        let (response, body) = try await logs.stream(.today).open()
        print(response.statusCode, response.headerFields[.contentType] ?? "")
        for try await chunk in body { print(chunk.count) }
    }

    static func elements(_ logs: Provider<Logs>) async throws {
        for try await line in logs.stream(.today).lines {
            print(line)
        }
        for try await entry in logs.stream(.entries).jsonLines(as: Entry.self) {
            print(entry.message)
        }
        let decoder = Logs.entries.coding.jsonDecoder
        for try await entry in logs.stream(.entries).jsonLines(as: Entry.self, using: decoder) {
            print(entry.message)
        }
        let short = logs.stream(.today).lines(limit: 4_096)
        for try await line in short { print(line) }
    }

    static func continuedEvents(_ tools: Provider<Tools>) async throws {
        let opened = try await tools.stream(.call("add")).open()
        for try await event in tools.events(continuing: opened, with: .messages) {
            print(event.data)
        }
    }

    static func events(_ logs: Provider<Logs>, lastID: String) async throws {
        for try await event in logs.events(.changes) {
            print(event.id, event.event, event.data)
        }
        let eager = RequestOptions { $0.reconnection = .init(delay: .seconds(1), maximumFailures: 5) }
        let changes = logs.events(.changes, after: lastID, options: eager)
        for try await event in changes { print(event.data) }
        let patient = logs.events(.changes, options: RequestOptions { $0.idleTimeout = .seconds(600) })
        for try await event in patient { print(event.data) }
    }

    static func remembered(_ logs: Provider<Logs>, _ save: (String) -> Void) async throws {
        for try await event in logs.events(.changes) {
            save(event.id)
        }
    }

    static func decodedEvents(_ logs: Provider<Logs>) async throws {
        for try await entry in logs.events(.changes, as: Entry.self) {
            print(entry.message)
        }
        for try await change in logs.events(.changes, as: LogChange.self) {
            if case .entry(let entry) = change { print(entry.message) }
        }
    }
}

enum LogChange: EventDecodable {
    case entry(Entry)
    case removed
    case other(ServerSentEvent)

    init(event: ServerSentEvent, decoder: JSONDecoder) throws {
        switch event.event {
        case "entry": self = .entry(try event.decode(using: decoder))
        case "removed": self = .removed
        default: self = .other(event)
        }
    }
}

struct Completion: TargetType {
    var baseURL: URL { URL(string: "https://models.example.com")! }
    var path: RequestPath { "/completions" }
    var method: HTTPRequest.Method { .post }
    var requestOptions: RequestOptions {
        RequestOptions {
            $0.endOfEvents = .data("[DONE]")
            $0.firstEventTimeout = .seconds(60)
            $0.eventTimeout = .seconds(30)
        }
    }
}

enum Feed: TargetType {
    case updates(after: Int)

    var baseURL: URL { URL(string: "https://feed.example.com")! }
    var path: RequestPath { "/updates" }
    var query: RequestParameters {
        switch self {
        case .updates(let position): ["after": position, "wait": 50]
        }
    }
    var requestOptions: RequestOptions {
        RequestOptions {
            $0.idleTimeout = .seconds(70)
            $0.cache = .noStore
        }
    }
}

struct News: Decodable, Sendable {
    let position: Int
    let messages: [String]
}

struct LongPollingExample {
    let show: @Sendable (String) -> Void

    func follow(_ feed: Provider<Feed>, after first: Int) async throws(TalynError) {
        var position = first
        while true {
            do {
                guard let news = try await feed.request(.updates(after: position), as: News?.self) else { continue }
                for message in news.messages { show(message) }
                position = news.position
            } catch {
                guard error.isTimedOut else { throw error }
            }
        }
    }
}

struct LongPollingExampleTests {
    /// The server answers nothing, then is silent for too long, then has news, then goes.
    @Test func loopRemembersItsPositionAndEndsByAFailure() async throws {
        let asked = Recorder<String>()
        let shown = Recorder<String>()
        let transport = ClosureTransport { request in
            asked.record(request.url?.query() ?? "")
            switch asked.events.count {
            case 1: return TransportResponse(statusCode: 204, body: HTTPBody(Data()))
            case 2: throw TransportError(.timedOut)
            case 3:
                let news = #"{"position": 7, "messages": ["a", "b"]}"#
                return TransportResponse(statusCode: 200, body: HTTPBody(Data(news.utf8)))
            default: throw TransportError(.connectionLost)
            }
        }
        let example = LongPollingExample { shown.record($0) }
        let error = await #expect(throws: TalynError.self) {
            try await example.follow(Provider<Feed>(transport: transport), after: 3)
        }
        #expect(error?.transportError?.kind == .connectionLost)
        #expect(shown.events == ["a", "b"])
        #expect(asked.events == ["after=3&wait=50", "after=3&wait=50", "after=3&wait=50", "after=7&wait=50"])
    }
}
