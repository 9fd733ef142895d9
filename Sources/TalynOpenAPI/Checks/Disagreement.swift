/// A place where traffic and document disagree. It has no values of the traffic, since they can be secret.
public struct Disagreement: Sendable, Hashable {
    enum Part: String, Sendable {
        case path = "path parameter"
        case query = "query parameter"
        case header = "header field"
        case cookie = "cookie"
        case body = "body"
        case status = "status"
    }

    let part: Part
    /// The name of the parameter or the header field; empty for another part.
    var name = ""
    /// The place in the value, as a JSON pointer (RFC 6901); empty for the whole value.
    var pointer = ""
    /// The reason: "must be an integer, and is a string".
    let reason: String
    var kind = Kind.invalid
    /// Whether the document only doesn't speak of the part. A server can ignore it.
    var isUndeclared: Bool { kind == .undeclared }

    enum Kind: Sendable {
        case missing, mediaType, malformed, invalid, undeclared
    }
}

extension Disagreement: CustomStringConvertible {
    public var description: String {
        var place = name.isEmpty ? "the \(part.rawValue)" : "the \(part.rawValue) '\(name)'"
        if !pointer.isEmpty { place += " at \(pointer)" }
        return "\(place) \(reason)"
    }
}

struct Fault: Hashable {
    enum Rule {
        case type
        /// A member is missing, or must not be there.
        case members
        case other
    }

    /// The place in the value (RFC 6901).
    let pointer: String
    let rule: Rule
    /// The predicate of a sentence about the value.
    let reason: String
}

extension String {
    func pointer(to name: String) -> String {
        self + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
