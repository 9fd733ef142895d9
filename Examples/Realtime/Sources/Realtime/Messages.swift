public import Foundation

/// A message of a member to the room.
public enum Command: Codable, Sendable, Hashable {
    /// The first message on each connection. The room sends the lines after that number.
    case join(name: String, after: Int)
    /// A line. The room takes each id once, so a member can send a line again that may be lost.
    case say(id: UUID, text: String)
}

/// A message of the room to a member.
public enum Event: Codable, Sendable, Hashable {
    /// The members that are present now.
    case present(names: [String])
    /// A line that a member said.
    case said(line: Line)
}

/// A line of a room.
public struct Line: Codable, Sendable, Hashable {
    /// The position in the room, from 1 on.
    public let number: Int
    public let id: UUID
    public let name: String
    public let text: String

    public init(number: Int, id: UUID, name: String, text: String) {
        self.number = number
        self.id = id
        self.name = name
        self.text = text
    }
}
