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
            plugins: [Self.retry, ServiceLimit(), KeyPlugin(service: service, key: key)]
        )
    }

    /// Repeats a request that was refused, or that provably wasn't sent. Nothing was processed, so nothing is paid twice. After the
    /// head of a response nothing is repeated.
    private static let retry = RetryPlugin(
        RetryPlugin.Configuration {
            $0.statuses = [429, 503, 529]
            $0.transportFailures = [.cannotConnect, .notConnected]
        }
    )

    /// Sends a message, and shows the answer while it arrives. Cancelling the task ends the answer, and its costs.
    ///
    /// - Parameter show: Gets each part of the answer.
    /// - Returns: The tokens, as the service counts them.
    public func send(_ text: String, show: @Sendable (String) -> Void) async throws(TalynError) -> Usage {
        let question = Message(role: .user, content: text)
        let prompt = Prompt(service: service, model: model, messages: messages + [question])
        var answer = ""
        var usage = Usage()
        for try await event in provider.events(prompt, as: Event.self) {
            switch event {
            case .text(let part):
                answer += part
                show(part)
            case .usage(let input, let output):
                usage.input = input ?? usage.input
                usage.output = output ?? usage.output
            case .other: break
            }
        }
        messages += [question, Message(role: .assistant, content: answer)]
        return usage
    }
}

/// Adds the key, as a credential that no text shows.
private struct KeyPlugin: RequestAdapter {
    let service: Service
    let key: String

    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        let name: HTTPField.Name = service == .messages ? HTTPField.Name("x-api-key")! : .authorization
        request.headerFields[name] = service == .messages ? key : "Bearer \(key)"
        request.credentialNames.insert(name.rawName)
    }
}
