import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// A prompt for a language model, by any method.
struct Prompt: TargetType {
    var method = HTTPRequest.Method.post
    var requestOptions = RequestOptions()
    var baseURL: URL { URL(string: "https://api.example.com")! }
    var path: RequestPath { "/chat" }
}

enum MessageEvent: EventDecodable, Equatable {
    case delta(User)
    case stop
    case other(ServerSentEvent)

    init(event: ServerSentEvent, decoder: JSONDecoder) throws {
        switch event.event {
        case "delta": self = .delta(try event.decode(using: decoder))
        case "stop": self = .stop
        default: self = .other(event)
        }
    }
}

/// Reads the answers to prompts, for the suites of its tests.
protocol PromptTests: Sendable {}

extension PromptTests {
    static var fields: HTTPFields { [.contentType: "text/event-stream"] }

    /// A provider whose server gives these bodies, one a connection, and then 204.
    func provider(_ bodies: [String], _ sent: Recorder<OutgoingRequest> = Recorder()) -> Provider<Prompt> {
        let answers = InTurn(bodies.map { HTTPBody(Data($0.utf8)) } + [nil])
        let transport = ClosureTransport { request in
            sent.record(request)
            guard let body = answers.next() else { return TransportResponse(statusCode: 204, body: HTTPBody(Data())) }
            return TransportResponse(statusCode: 200, headerFields: Self.fields, body: body)
        }
        return Provider(transport: transport, clock: JumpingClock())
    }

    func data(_ stream: EventStream<ServerSentEvent>) async throws -> [String] {
        var data: [String] = []
        for try await event in stream { data.append(event.data) }
        return data
    }
}
