#if Valkey
import TestSupport
import Valkey

/// A client whose server can be switched off, or replaced.
@available(Valkey, *)
final class SwitchedClient: ValkeyClientProtocol {
    typealias Subscription = ValkeyClientSubscription

    private let current: Watched<ValkeyClient>
    private let isOff = Watched(false)
    private let isClosed = Watched(false)
    private let losesAnswers = Watched(false)
    /// The part of keys whose commands fail.
    private let broken = Watched<String?>(nil)
    private let onAnswer: @Sendable () async -> Void

    /// - Parameter onAnswer: Called after each command, before its answer arrives.
    init(_ client: ValkeyClient, onAnswer: @escaping @Sendable () async -> Void = {}) {
        current = Watched(client)
        self.onAnswer = onAnswer
    }

    private var client: ValkeyClient { current.value }

    /// Sends the commands from now on to another server.
    func failOver(to client: ValkeyClient) { current.update { $0 = client } }

    func switchOff() { isOff.update { $0 = true } }

    func switchOn() { isOff.update { $0 = false } }

    /// Fails the next command, as on a connection that was closed.
    func closeConnection() { isClosed.update { $0 = true } }

    /// Runs commands from now on, but their answers don't arrive.
    func loseAnswers() { losesAnswers.update { $0 = true } }

    /// Refuses commands from now on whose keys contain a text.
    func refuse(_ text: String?) { broken.update { $0 = text } }

    func execute<Command: ValkeyCommand>(_ command: Command) async throws(ValkeyClientError) -> Command.Response {
        let broken = broken.value
        let isBroken = broken.map { broken in command.keysAffected.contains { "\($0)".contains(broken) } } ?? false
        if isBroken { throw ValkeyClientError(.commandError, message: "ERR refused") }
        let wasClosed = isClosed.update { isClosed in
            defer { isClosed = false }
            return isClosed
        }
        guard !isOff.value, !wasClosed else { throw ValkeyClientError(.connectionClosed) }
        let response = try await client.execute(command)
        await onAnswer()
        guard !losesAnswers.value else { throw ValkeyClientError(.connectionClosed) }
        return response
    }

    func execute(_ commands: [any ValkeyCommand]) async -> [Result<RESPToken, ValkeyClientError>] {
        guard !isOff.value else { return commands.map { _ in .failure(ValkeyClientError(.connectionClosed)) } }
        return await client.execute(commands)
    }

    func transaction(_ commands: [any ValkeyCommand]) async throws -> [Result<RESPToken, ValkeyClientError>] {
        guard !isOff.value else { throw ValkeyClientError(.connectionClosed) }
        return try await client.transaction(commands)
    }

    func _subscribe<Value>(
        command: some ValkeySubscribeCommand,
        process: nonisolated(nonsending) (Subscription) async throws -> Value
    ) async throws -> Value {
        try await client._subscribe(command: command, process: process)
    }
}
#endif
