import Foundation
import Talyn
import Testing

// The code of Streaming.md, and of comments about streams, compiled.

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

struct Entry: Decodable, Sendable {
    let message: String
}

enum StreamExamples {
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

    static func events(_ logs: Provider<Logs>, lastID: String) async throws {
        for try await event in logs.events(.changes) {
            print(event.id, event.event, event.data)
        }
        let changes = logs.events(
            .changes,
            after: lastID,
            reconnection: .init(delay: .seconds(1), maximumFailures: 5)
        )
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
        for try await event in logs.events(.changes) where event.event == "entry" {
            let entry = try event.decode(Entry.self)
            print(entry.message)
        }
    }
}
