#if Tools
import Foundation
import Realtime

/// The rooms of a server: the members that are present, and the last lines.
actor Rooms {
    /// The number of lines that a room keeps, and of events that wait for a slow member.
    private static let limit = 1_000

    private struct Room {
        var members: [Int: (name: String, events: AsyncStream<Event>.Continuation)] = [:]
        var lines: [Line] = []
        var lastNumber = 0

        /// Sends an event to all members. One that is too slow has to connect again.
        mutating func send(_ event: Event) {
            for (id, member) in members {
                guard case .dropped = member.events.yield(event) else { continue }
                member.events.finish()
                members[id] = nil
            }
        }

        mutating func sendPresence() { send(.present(names: members.values.map(\.name).sorted())) }
    }

    private var rooms: [String: Room] = [:]
    private var lastMember = 0

    /// Adds a member, and gives it the lines after a number and all events from now on.
    func join(_ room: String, name: String, after number: Int) -> (member: Int, events: AsyncStream<Event>) {
        lastMember += 1
        let (events, continuation) = AsyncStream.makeStream(
            of: Event.self,
            bufferingPolicy: .bufferingOldest(2 * Self.limit)
        )
        for line in rooms[room, default: Room()].lines where line.number > number {
            continuation.yield(.said(line: line))
        }
        rooms[room, default: Room()].members[lastMember] = (name, continuation)
        rooms[room]?.sendPresence()
        return (lastMember, events)
    }

    /// Adds a line. One with an id that the room has only confirms it to its sender.
    func say(_ room: String, _ member: Int, id: UUID, text: String) {
        guard var own = rooms[room], let sender = own.members[member] else { return }
        defer { rooms[room] = own }
        if let line = own.lines.first(where: { $0.id == id }) {
            sender.events.yield(.said(line: line))
            return
        }
        own.lastNumber += 1
        let line = Line(number: own.lastNumber, id: id, name: sender.name, text: text)
        own.lines.append(line)
        if own.lines.count > Self.limit { own.lines.removeFirst() }
        own.send(.said(line: line))
    }

    /// Removes a member.
    ///
    /// - Returns: Whether it was present.
    @discardableResult
    func leave(_ room: String, _ member: Int) -> Bool {
        guard let gone = rooms[room]?.members.removeValue(forKey: member) else { return false }
        gone.events.finish()
        rooms[room]?.sendPresence()
        return true
    }

    /// Ends the events of all members.
    func disconnectAll() {
        for (name, room) in rooms {
            for member in room.members.values { member.events.finish() }
            rooms[name]?.members = [:]
        }
    }
}
#endif
