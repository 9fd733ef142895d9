public import Foundation
public import Talyn
import TalynAuth
public import TalynOpenAPIRuntime

/// A client of an MCP server over streamable HTTP (specification of 2025-11-25).
///
/// The first request starts a session. If the server has ended it, the client starts another one and repeats the request that was
/// refused. A stream that breaks off is resumed with GET: the request itself is never sent twice.
public actor MCPClient {
    /// Returns the plugin that adds a credential, after a server refused a request.
    public typealias SignIn = @Sendable (_ server: URL, _ refusal: TalynError) async throws -> any Plugin

    /// The versions of the protocol that the client knows. It prefers the first.
    public static let versions = ["2025-11-25", "2025-06-18"]

    let url: URL
    private let name: String
    let timeout: Duration
    private let signIn: SignIn?
    let onNotification: @Sendable (_ method: String, _ params: JSONValue) -> Void
    private let unsigned: Provider<MCPRequest>
    /// After a sign-in, it has the plugin of it.
    private(set) var provider: Provider<MCPRequest>

    private let signingIn = SharedWork<Void>()
    private var current: Connection?
    let connecting = SharedWork<Connection>()
    private(set) var isClosed = false
    private var lastID: Int64 = 0
    var progressHandlers: [JSONValue: @Sendable (MCPProgress) -> Void] = [:]

    /// Creates a client. It sends nothing yet.
    ///
    /// - Parameters:
    ///   - url: The endpoint of the server.
    ///   - name: The name by which the client introduces itself.
    ///   - timeout: The longest wait for the response to a request, and once more for the rest of a stream that broke off.
    ///   - plugins: Plugins of all calls. By default, calls that change nothing are repeated after a lost connection.
    ///   - signIn: Signs in if the server demands it; nil for a server without a sign-in.
    ///   - onNotification: Receives the notifications of the server.
    public init(
        _ url: URL,
        name: String = "Talyn",
        timeout: Duration = .seconds(300),
        plugins: [any Plugin] = [RetryPlugin()],
        signIn: SignIn? = nil,
        onNotification: @escaping @Sendable (_ method: String, _ params: JSONValue) -> Void = { _, _ in }
    ) {
        self.url = url
        self.name = name
        self.timeout = timeout
        self.signIn = signIn
        self.onNotification = onNotification
        unsigned = Provider(
            plugins: plugins,
            requestOptions: RequestOptions {
                // The time that a server may be silent.
                $0.timeout = timeout
                $0.idleTimeout = timeout
                // Logs mask it, and a redirect to another origin doesn't have it.
                $0.secretHeaderFields = [HTTPField.Name.sessionID.canonicalName]
            }
        )
        provider = unsigned
    }

    // MARK: - Sessions

    typealias Connection = (session: Session, server: MCPServer)

    /// Starts the session, unless there is one, and returns the description of the server.
    @discardableResult
    public func connect() async throws -> MCPServer { try await connection().server }

    /// Ends the session, for at most five seconds, also in a task that is cancelled. Later requests fail with `MCPError.closed`.
    ///
    /// A server that doesn't answer, or refuses, ends the session later by itself.
    public func close() async {
        isClosed = true
        guard let session = current?.session else { return }
        current = nil
        await end(session)
    }

    private func end(_ session: Session) async {
        guard session.id != nil else { return }
        await uncancelled { [self] in _ = try? await open(.end, in: session, .brief) }
    }

    func session() async throws -> Session { try await connection().session }

    private func connection() async throws -> Connection {
        guard !isClosed else { throw MCPError.closed }
        if let current { return current }
        return try await connecting.value { [self] in try await initialize() }
    }

    private func initialize() async throws -> Connection {
        // Another request may have started it just before.
        if let current { return current }
        let params: JSONValue = [
            "protocolVersion": .string(Self.versions[0]), "capabilities": [:],
            "clientInfo": ["name": .string(name), "version": "1.0"],
        ]
        let (result, response) = try await perform(Message(id: newID(), method: "initialize", params: params))
        var session = Session(id: response.headerFields[.sessionID])
        do {
            let server = try result.decode(MCPServer.self)
            guard Self.versions.contains(server.protocolVersion) else {
                throw MCPError.unsupportedVersion(server.protocolVersion)
            }
            session.version = server.protocolVersion
            try await send(Message(method: "notifications/initialized"), in: session)
            guard !isClosed else { throw MCPError.closed }
            current = (session, server)
            return (session, server)
        } catch {
            // Nobody knows of the session later.
            await end(session)
            throw error
        }
    }

    // MARK: - Requests

    /// Sends a request, and returns its result.
    ///
    /// If the task is cancelled or the response doesn't arrive in time, the server is asked to stop.
    ///
    /// - Parameters:
    ///   - method: The method, such as `tools/call`.
    ///   - params: The parameters.
    ///   - timeout: The longest wait for the response; nil for that of the client.
    ///   - onProgress: Receives the progress that the server reports.
    public func request(
        _ method: String,
        _ params: [String: JSONValue] = [:],
        timeout: Duration? = nil,
        onProgress: (@Sendable (MCPProgress) -> Void)? = nil
    ) async throws -> JSONValue {
        try await connect()
        let id = newID()
        var params = params
        if let onProgress {
            var meta: [String: JSONValue] = [:]
            if case .object(let own)? = params["_meta"] { meta = own }
            params["_meta"] = .object(meta.merging(["progressToken": id]) { $1 })
            progressHandlers[id] = onProgress
        }
        defer { progressHandlers[id] = nil }
        let message = Message(id: id, method: method, params: params.isEmpty ? nil : .object(params))
        return try await perform(message, within: timeout).result
    }

    private func newID() -> JSONValue {
        lastID += 1
        return .integer(lastID)
    }

    /// Sends a request, and repeats it if the server refused to process it without a token or in an old session.
    private func perform(
        _ message: Message,
        within limit: Duration? = nil
    ) async throws -> (result: JSONValue, response: Response) {
        var repetitions = 0
        while true {
            let session = message.method == "initialize" ? nil : try await session()
            let used = provider
            do {
                return try await exchange(message, in: session, within: limit ?? timeout)
            } catch let refusal as TalynError where refusal.needsSignIn && repetitions < 2 {
                guard let signIn, !isClosed else { throw refusal }
                try await signingIn.value { [self] in try await renew(used, by: signIn, after: refusal) }
            } catch let refusal as TalynError where refusal.statusCode == 404 && session?.id != nil && repetitions < 2 {
                // Another request may have started the next one already.
                if current?.session.id == session?.id { current = nil }
            } catch {
                if let session, Task.isCancelled || (error as? TalynError)?.isTimedOut == true {
                    await abandon(message, in: session)
                }
                throw error
            }
            repetitions += 1
        }
    }

    /// Tells the server that nobody waits for a response any more. The task may be cancelled.
    private func abandon(_ message: Message, in session: Session) async {
        let params: JSONValue = ["requestId": message.id ?? .null, "reason": "The caller doesn't wait any more."]
        let message = Message(method: "notifications/cancelled", params: params)
        await uncancelled { [self] in try? await send(message, in: session, .brief) }
    }

    /// Runs an operation that a cancelled task does nevertheless.
    private func uncancelled(_ operation: @escaping @Sendable () async -> Void) async {
        if Task.isCancelled { await Task(operation: operation).value } else { await operation() }
    }

    /// Signs in, unless another request did so after the refused one was sent.
    private func renew(_ used: Provider<MCPRequest>, by signIn: SignIn, after refusal: TalynError) async throws {
        guard used === provider else { return }
        provider = unsigned.adding(plugins: [try await signIn(url, refusal)])
    }
}

extension TalynError {
    /// Whether the server refused the token, or the authorization server a new one.
    var needsSignIn: Bool {
        statusCode == 401 || oauthError?.reason == .signedOut
            || ["invalid_client", "invalid_grant"].contains(oauthError?.code)
    }
}

extension RequestOptions {
    /// For a message without a result that the caller needs. A server that hangs doesn't delay the caller for long.
    static var brief: RequestOptions { RequestOptions { $0.deadline = .seconds(5) } }
}
