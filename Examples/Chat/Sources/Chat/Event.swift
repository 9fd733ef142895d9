import Foundation
import Talyn

/// The tokens of a request and its answer, as far as the service told them.
public struct Usage: Sendable, Hashable {
    public internal(set) var input = 0
    public internal(set) var output = 0
}

/// An event of one of the services.
enum Event: EventDecodable {
    case text(String)
    /// The counts of tokens up to now. A count that an event leaves out stays as it was.
    case usage(input: Int?, output: Int?)
    /// An event that the chat doesn't use, such as a ping, or one of a type that the service added later.
    case other(ServerSentEvent)

    init(event: ServerSentEvent, decoder: JSONDecoder) throws {
        // Completions have events without types.
        switch event.event {
        case "message":
            if let failure = try? event.decode(Failure.self) { throw failure }
            let chunk = try event.decode(Chunk.self)
            if let text = chunk.choices?.first?.delta.content {
                self = .text(text)
            } else {
                self = .usage(input: chunk.usage?.prompt_tokens, output: chunk.usage?.completion_tokens)
            }
        case "response.output_text.delta":
            self = .text(try event.decode(TextDelta.self).delta)
        case "content_block_delta":
            self = try event.decode(BlockDelta.self).delta.text.map { .text($0) } ?? .other(event)
        case "response.completed", "response.incomplete", "message_start", "message_delta":
            let counts = try event.decode(Counts.self)
            let usage = counts.usage ?? counts.message?.usage ?? counts.response?.usage
            self = .usage(input: usage?.input_tokens, output: usage?.output_tokens)
        case "error":
            // The status was a success: an event is the only way to tell a failure.
            throw try (try? event.decode(Failure.self)) ?? Failure(error: event.decode(Failure.Details.self))
        case "response.failed":
            throw try event.decode(FailedResponse.self).response
        default:
            self = .other(event)
        }
    }
}

// The parts of the events that the chat uses, with the names of the services.

private struct Chunk: Decodable {
    struct Choice: Decodable {
        struct Delta: Decodable {
            let content: String?
        }

        let delta: Delta
    }

    struct Usage: Decodable {
        let prompt_tokens: Int
        let completion_tokens: Int
    }

    let choices: [Choice]?
    let usage: Usage?
}

private struct TextDelta: Decodable {
    let delta: String
}

private struct BlockDelta: Decodable {
    struct Delta: Decodable {
        let text: String?
    }

    let delta: Delta
}

private struct Counts: Decodable {
    struct Usage: Decodable {
        let input_tokens: Int?
        let output_tokens: Int?
    }

    struct Place: Decodable {
        let usage: Usage?
    }

    let usage: Usage?
    let message: Place?
    let response: Place?
}

private struct FailedResponse: Decodable {
    let response: Failure
}
