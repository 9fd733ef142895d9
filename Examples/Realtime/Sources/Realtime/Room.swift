public import Foundation
public import Talyn
public import TalynWebSocket

/// A member's place in a room. It stays over lost connections.
public struct Room: Sendable {
    /// The lines and the members so far.
    public let state: RoomState

    private let session: WebSocketSession<Event, Command>

    /// Enters a room. The first connection opens with ``run(_:)``.
    ///
    /// - Parameters:
    ///   - room: The name of the room.
    ///   - name: The name of the member.
    ///   - baseURL: The server.
    ///   - provider: The provider, such as one with plugins or stubs.
    ///   - reconnection: The rules by which it connects again.
    public init(
        _ room: String,
        as name: String,
        at baseURL: URL,
        provider: Provider<RoomTarget> = Provider(),
        reconnection: WebSocketReconnection = WebSocketReconnection()
    ) {
        let state = RoomState()
        self.state = state
        session = provider.session(RoomTarget(baseURL: baseURL, room: room), reconnection: reconnection) { connection in
            // The room repeats what was said meanwhile, and takes what it may have missed.
            try await connection.send(.join(name: name, after: await state.last))
            for command in await state.pending { try await connection.send(command) }
        }
    }

    /// Whether the connection is open, for an app to show.
    public var states: AsyncStream<WebSocketSession<Event, Command>.State> { session.states }

    /// Stays in the room until it closes, or until the task is cancelled.
    ///
    /// - Parameter show: Gets each event that says something new.
    public func run(_ show: @Sendable (Event) async -> Void = { _ in }) async throws(TalynError) {
        for try await event in session {
            if await state.take(event) { await show(event) }
        }
    }

    /// Says a line. A connection that opens meanwhile, or after a lost one, sends it again, and the room takes it once.
    ///
    /// - Throws: ``TalynError`` if there is no next connection.
    public func say(_ text: String) async throws(TalynError) {
        let command = await state.keep(text)
        do throws(TalynError) {
            try await session.send(command)
        } catch {
            // The session connects again as soon as it reads, and then sends what is pending.
            if case .closed = session.state {} else if !error.isCancelled { return }
            await state.drop(command)
            throw error
        }
    }

    /// Leaves the room.
    public func leave() async { await session.close() }
}
