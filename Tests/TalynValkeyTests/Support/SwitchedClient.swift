#if Valkey
import TestSupport
import Valkey

/// A client whose server can be switched off.
@available(Valkey, *)
final class SwitchedClient: ValkeyClientProtocol {
    typealias Subscription = ValkeyClientSubscription

    private let client: ValkeyClient
    private let isOff = Watched(false)

    init(_ client: ValkeyClient) {
        self.client = client
    }

    func switchOff() { isOff.update { $0 = true } }

    func switchOn() { isOff.update { $0 = false } }

    func execute<Command: ValkeyCommand>(_ command: Command) async throws(ValkeyClientError) -> Command.Response {
        guard !isOff.value else { throw ValkeyClientError(.connectionClosed) }
        return try await client.execute(command)
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
