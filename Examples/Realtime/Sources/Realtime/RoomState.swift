import Foundation

/// A room as far as a member has seen it.
public actor RoomState {
    private static let limit = 1_000

    /// The last lines, each once and in order.
    public private(set) var lines: [Line] = []
    /// The members that are present.
    public private(set) var present: [String] = []
    /// The own lines that the room hasn't confirmed, in order.
    public private(set) var pending: [Command] = []

    /// The number of the last line.
    var last: Int { lines.last?.number ?? 0 }

    /// Takes an event of the room.
    ///
    /// - Returns: Whether it says something new.
    func take(_ event: Event) -> Bool {
        switch event {
        case .present(let names):
            defer { present = names }
            return present != names
        case .said(let line):
            pending.removeAll { $0.id == line.id }
            guard line.number > last else { return false }
            lines.append(line)
            if lines.count > Self.limit { lines.removeFirst() }
            return true
        }
    }

    /// Keeps a line until the room confirms it.
    func keep(_ text: String) -> Command {
        let command = Command.say(id: UUID(), text: text)
        pending.append(command)
        return command
    }

    /// Forgets a line that can't be sent.
    func drop(_ command: Command) { pending.removeAll { $0 == command } }
}

extension Command {
    fileprivate var id: UUID? { if case .say(let id, _) = self { id } else { nil } }
}
