public import Foundation
public import Talyn

/// The interfaces that the chat speaks.
public enum Service: String, Sendable, CaseIterable {
    /// OpenAI, chat completions. Many other servers have the same interface.
    case completions
    /// OpenAI, responses.
    case responses
    /// Anthropic, messages.
    case messages

    /// The server of the service.
    public var baseURL: URL {
        URL(string: self == .messages ? "https://api.anthropic.com" : "https://api.openai.com")!
    }

    /// The event after which an answer is complete. An answer that ends before it was cut off.
    var end: ServerSentEvent.End {
        switch self {
        case .completions: .data("[DONE]")
        case .responses: .event("response.completed", "response.incomplete")
        case .messages: .event("message_stop")
        }
    }
}

/// A message of the user or of the model.
public struct Message: Codable, Sendable, Hashable {
    public enum Role: String, Codable, Sendable {
        case user, assistant
    }

    public let role: Role
    public let content: String
}

/// The request for an answer to the messages so far.
public struct Prompt: TargetType {
    let service: Service
    let model: String
    let messages: [Message]

    public var baseURL: URL { service.baseURL }
    public var method: HTTPRequest.Method { .post }

    public var path: RequestPath {
        switch service {
        case .completions: "/v1/chat/completions"
        case .responses: "/v1/responses"
        case .messages: "/v1/messages"
        }
    }

    public var headerFields: HTTPFields {
        service == .messages ? [.named("anthropic-version"): "2023-06-01"] : [:]
    }

    public var body: RequestBody {
        switch service {
        case .completions:
            .json([
                "model": model, "messages": messages, "stream": true, "stream_options": ["include_usage": true],
            ])
        case .responses: .json(["model": model, "input": messages, "stream": true])
        case .messages: .json(["model": model, "messages": messages, "stream": true, "max_tokens": 1_024])
        }
    }

    public var requestOptions: RequestOptions {
        RequestOptions {
            $0.endOfEvents = service.end
            // A model that reasons can be silent for long, before its answer and within it.
            $0.firstEventTimeout = .seconds(120)
            $0.eventTimeout = .seconds(120)
            $0.idleTimeout = .seconds(120)
        }
    }

    public var coding: CodingOptions { CodingOptions { $0.keys = .snakeCase } }

    public var failureBodyType: (any (Decodable & Sendable).Type)? { Failure.self }
}

/// The body of a failure, and the data of an event that tells one. All three services write it like this.
public struct Failure: Error, Decodable, Sendable {
    public struct Details: Decodable, Sendable {
        public let message: String
    }

    public let error: Details
}

extension TalynError {
    /// The failure that the service told, in the body of a response or by an event in the middle of an answer.
    ///
    /// A server can repeat the key: it is masked.
    public var failureOfService: Failure? {
        guard let failure = decode(Failure.self) ?? underlyingError as? Failure else { return nil }
        let redaction = Redaction.default.masking(secretsOf: request)
        return Failure(error: Failure.Details(message: redaction.text(failure.error.message)))
    }
}
