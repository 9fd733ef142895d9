public import Foundation
public import Talyn

/// A conversation with a model.
public actor Chat {
    private let provider: Provider<Prompt>
    private let service: Service
    private let model: String
    /// The messages of both, without those of answers that failed.
    public private(set) var messages: [Message] = []

    /// Starts a conversation.
    ///
    /// - Parameters:
    ///   - baseURL: Another server with the interface of the service.
    ///   - key: The key of the service. It is in no text, log or error.
    public init(_ service: Service, model: String, key: String, baseURL: URL? = nil) {
        self.service = service
        self.model = model
        provider = Provider(
            baseURL: baseURL,
            plugins: [Self.retry, Self.limit(), KeyPlugin(service: service, key: { key })]
        )
    }

    /// Repeats a request that the service refused, since it had too many or was overloaded. Nothing was processed, so nothing is paid
    /// twice. After a 503 of a gateway, the service may have processed the request.
    static let retry = RetryPlugin(
        RetryPlugin.Configuration {
            $0.refusals = [429, 529]
            $0.maximumRetryAfter = longestWait
        }
    )

    /// Waits while the service accepts no more requests or tokens, as its header fields tell.
    static func limit() -> RateLimitPlugin { RateLimitPlugin(maximumWait: longestWait) }

    /// A call that would wait longer for the service fails at once.
    private static let longestWait = Duration.seconds(30)

    /// Sends a message, and shows the answer while it arrives. Cancelling the task ends the answer, and its costs.
    ///
    /// A request is repeated if the service refused it, see ``retry``, or if it provably didn't arrive. If a connection ends without
    /// an answer, the service may have processed the request. It isn't repeated then, since it would be paid twice.
    ///
    /// - Parameter show: Gets each part of the answer.
    /// - Returns: The tokens, as the service counts them; nil for a message without text, which isn't sent.
    public func send(_ text: String, show: @Sendable (String) -> Void) async throws(TalynError) -> Usage? {
        guard !text.isBlank else { return nil }
        let question = Message(role: .user, content: text)
        let prompt = Prompt(service: service, model: model, messages: messages + [question])
        var answer = ""
        var usage = Usage()
        for try await event in provider.events(prompt, as: Event.self) {
            switch event {
            case .part(let text, let input, let output, let cutBy):
                answer += text
                if !text.isEmpty { show(text) }
                usage.input = input ?? usage.input
                usage.output = output ?? usage.output
                usage.cutBy = cutBy ?? usage.cutBy
            case .other: break
            }
        }
        // The services refuse messages without text, and so all later requests.
        if !answer.isBlank { messages += [question, Message(role: .assistant, content: answer)] }
        return usage
    }
}

/// Adds the key as a credential.
struct KeyPlugin: RequestAdapter {
    let service: Service
    /// A closure, since a dump would show a text.
    let key: @Sendable () -> String

    func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
        if service == .messages {
            try request.setCredential(key(), for: HTTPField.Name("x-api-key")!)
        } else {
            try request.setCredential("Bearer \(key())", for: .authorization)
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
