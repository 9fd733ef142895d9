import Foundation
import Talyn

/// The tokens of a request and its answer, as far as the service told them.
public struct Usage: Sendable, Hashable {
    public internal(set) var input = 0
    public internal(set) var output = 0
    /// Why the answer isn't whole, in the words of the service, such as `max_tokens`; nil for a whole one.
    public internal(set) var cutBy: String?
}

/// An event of one of the services.
enum Event: EventDecodable {
    /// A part of the text, the counts of tokens up to now, and why the answer ended early. What an event leaves out stays as it was.
    case part(String, input: Int? = nil, output: Int? = nil, cutBy: String? = nil)
    /// An event that the chat doesn't use, such as a ping, or one of a type that the service added later.
    case other(ServerSentEvent)

    init(event: ServerSentEvent, decoder: JSONDecoder) throws {
        // Completions have events without types.
        switch event.event {
        // The model can refuse to answer, in words.
        case "response.output_text.delta", "response.refusal.delta":
            self = .part(try event.decode(TextDelta.self, using: decoder).delta)
        case "content_block_delta":
            self = try event.decode(BlockDelta.self, using: decoder).delta.text.map { .part($0) } ?? .other(event)
        case "message", "message_start", "message_delta", "response.completed", "response.incomplete",
            "response.failed":
            let part = try event.decode(Part.self, using: decoder)
            if let details = part.error ?? part.response?.error { throw Failure(error: details) }
            let usage = part.usage ?? part.message?.usage ?? part.response?.usage
            let choice = part.choices?.first
            let delta = choice?.delta
            let ending = choice?.finishReason ?? part.delta?.stopReason ?? part.response?.incompleteDetails?.reason
            self = .part(
                delta?.content ?? delta?.refusal ?? "",
                input: usage?.inputTokens ?? usage?.promptTokens,
                output: usage?.outputTokens ?? usage?.completionTokens,
                cutBy: ending.flatMap { Self.wholeEndings.contains($0) ? nil : $0 }
            )
        case "error":
            // The status was a success: an event is the only way to tell a failure.
            throw try (try? event.decode(Failure.self, using: decoder))
                ?? Failure(error: event.decode(Failure.Details.self, using: decoder))
        default: self = .other(event)
        }
    }

    /// The ends of answers that are whole, in the words of the services.
    private static let wholeEndings: Set<String> = ["stop", "end_turn", "stop_sequence"]
}

// The parts of the events that the chat uses. Their names are in snake case: see the `coding` of the target.

private struct TextDelta: Decodable {
    let delta: String
}

private struct BlockDelta: Decodable {
    struct Delta: Decodable {
        let text: String?
    }

    let delta: Delta
}

private struct Part: Decodable {
    struct Choice: Decodable {
        struct Delta: Decodable {
            let content, refusal: String?
        }

        let delta: Delta?
        let finishReason: String?
    }

    struct Ending: Decodable {
        let stopReason: String?
    }

    struct Usage: Decodable {
        let inputTokens, outputTokens, promptTokens, completionTokens: Int?
    }

    struct Inner: Decodable {
        struct Details: Decodable {
            let reason: String?
        }

        let usage: Usage?
        let incompleteDetails: Details?
        let error: Failure.Details?
    }

    let choices: [Choice]?
    let delta: Ending?
    let usage: Usage?
    let error: Failure.Details?
    let message: Inner?
    let response: Inner?
}
