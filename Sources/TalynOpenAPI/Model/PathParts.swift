/// The literal parts and the parameters of a path.
struct PathParts {
    enum Part {
        case literal(String)
        case parameter(String)
    }

    private(set) var list: [Part] = []
    /// The parameters whose values have slashes.
    private(set) var severalSegments: Set<String> = []
    var parameters: [String] { list.compactMap { if case .parameter(let name) = $0 { name } else { nil } } }
    /// The query that some documents write into the path.
    private(set) var query: [(name: String, value: String)] = []
    /// The pairs of that query with a parameter in braces.
    private(set) var unreadQuery: [String] = []

    init(_ path: String) {
        let end = Self.end(of: path)
        var rest = path[..<end]
        for pair in path[end...].dropFirst().split(separator: "&") where path[end...].first == "?" {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.contains("{") {
                unreadQuery.append(String(pair))
            } else {
                query.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
            }
        }
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { list.append(.literal(String(rest[..<open]))) }
            let text = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            // The operators of RFC 6570 for a query.
            if let first = text.first, "?&#".contains(first) {
                unreadQuery += text.dropFirst().split(separator: ",").map { "{\($0)}" }
                continue
            }
            let parameter = Self.parameter(text)
            list.append(.parameter(parameter.name))
            if parameter.hasSeveralSegments { severalSegments.insert(parameter.name) }
        }
        if !rest.isEmpty { list.append(.literal(String(rest))) }
    }

    /// A path without a query or a fragment.
    static func withoutQuery(_ path: String) -> Substring { path[..<end(of: path)] }

    /// The end of the path before a query or a fragment. A question mark in braces says that a parameter can be missing.
    private static func end(of path: String) -> String.Index {
        var isInBraces = false
        for index in path.indices {
            switch path[index] {
            case "{": isInBraces = true
            case "}": isInBraces = false
            case "?", "#": if !isInBraces || !path[index...].contains("}") { return index }
            default: break
            }
        }
        return path.endIndex
    }

    /// The name of a parameter, by what stands in the braces, and whether its value has slashes.
    ///
    /// Google's templates have a pattern there, as in `{name=shelves/*}`; those of RFC 6570 an operator or a modifier, as in `{+path}` and
    /// `{path*}`; those of Smithy `{key+}`; and those of web frameworks `{*path}`, `{path:.*}`, `{id:int}` and `{id?}`.
    static func parameter(_ text: some StringProtocol) -> (name: String, hasSeveralSegments: Bool) {
        let parts = text.split(separator: "=", maxSplits: 1)
        var name = parts.first.map { String($0) } ?? ""
        var isLong = parts.count > 1 && (parts[1].contains("/") || parts[1].contains("**"))
        // A name alone that consists of signs stays.
        guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return (name, isLong) }
        while let first = name.first, "+*".contains(first) {
            name.removeFirst()
            isLong = true
        }
        if let colon = name.firstIndex(of: ":"), colon != name.startIndex {
            let constraint = name[name.index(after: colon)...].drop { $0 == " " }
            if constraint == "path" || ["/", ".*", ".+"].contains(where: { constraint.contains($0) }) { isLong = true }
            name = String(name[..<colon])
        }
        while let last = name.last, "+*?".contains(last) {
            if last != "?" { isLong = true }
            name.removeLast()
        }
        return (name, isLong)
    }
}
