public import Talyn

/// Sends the key of a session in the field `X-Session-Key`, and gets a new one when the server refuses it.
///
/// Calls at the same time share one new key. The key goes to the origin of the base URL only.
public final class SessionKeys: CallInterceptor, RequestAdapter {
    /// The header field with the key.
    public static let fieldName = HTTPField.Name("X-Session-Key")!

    /// The key that the attempt of a call used.
    private enum UsedKey: CallContextKey {
        typealias Value = String
    }

    private let keyring: Keyring

    /// Creates a plugin.
    ///
    /// - Parameter fetch: Gets a new key, such as by a call of another provider.
    public init(fetch: @escaping @Sendable () async throws -> String) {
        keyring = Keyring(fetch)
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        guard context.allowsCredentials(for: request) else { return }
        let key = try await keyring.key()
        context[UsedKey.self] = key
        try request.setCredential(key, for: Self.fieldName)
    }

    public func intercept(
        _ endpoint: Endpoint,
        context: CallContext,
        next: @escaping Next
    ) async throws -> Response {
        do {
            return try await next(endpoint)
        } catch let error as TalynError where error.statusCode == 401 {
            guard let refused = context[UsedKey.self], context.canBeSentAgain(endpoint) else { throw error }
            await keyring.drop(refused)
            context.noteRetry("the server refused the session's key", by: self)
            return try await next(endpoint)
        }
    }
}

/// The key of the session. One task gets it for all calls that wait.
private actor Keyring {
    private let fetch: @Sendable () async throws -> String
    private var task: Task<String, any Error>?

    init(_ fetch: @escaping @Sendable () async throws -> String) {
        self.fetch = fetch
    }

    func key() async throws -> String {
        let task = self.task ?? Task { [fetch] in try await fetch() }
        self.task = task
        do {
            return try await task.value
        } catch {
            if self.task == task { self.task = nil }
            throw error
        }
    }

    /// Drops a key, unless there is another one by now.
    func drop(_ key: String) async {
        guard let task, let current = try? await task.value, current == key, self.task == task else { return }
        self.task = nil
    }
}
