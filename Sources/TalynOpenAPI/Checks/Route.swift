import TalynCore
import _TalynSupport

/// An operation with the paths that it answers.
struct Route {
    let operation: OperationModel
    private let path: PathParts
    /// The parameters whose values can have slashes.
    private let severalSegments: Set<String>
    /// The paths of the servers, without a slash at their end. The longest one comes first.
    private let basePaths: [String]
    /// A concrete path comes before a template: the kinds of the segments, from the left.
    private let rank: [Int]

    /// - Parameter basePaths: The sorted base paths of the document's servers.
    init(_ operation: OperationModel, basePaths: [String]) {
        self.operation = operation
        path = PathParts(operation.path)
        let long = operation.parameters.filter { $0.location == .path && $0.hasSeveralSegments }
        severalSegments = Set(long.map(\.name)).union(path.severalSegments)
        let own = operation.servers.flatMap { Self.basePaths(of: $0) }
        self.basePaths = own.isEmpty ? basePaths : Self.sorted(basePaths + own)
        rank = Self.rank(path, severalSegments)
    }

    private static func rank(_ path: PathParts, _ severalSegments: Set<String>) -> [Int] {
        var ranks: [Int] = []
        var hasLiteral = false
        var parameterRank = 0
        func end() {
            ranks.append(parameterRank == 0 ? 0 : hasLiteral ? 1 : parameterRank)
            (hasLiteral, parameterRank) = (false, 0)
        }
        for part in path.list {
            switch part {
            case .literal(let text):
                for (index, piece) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                    if index > 0 { end() }
                    if !piece.isEmpty { hasLiteral = true }
                }
            case .parameter(let name): parameterRank = severalSegments.contains(name) ? 3 : 2
            }
        }
        end()
        return ranks
    }

    /// Each base path once, the longest first.
    static func sorted(_ basePaths: [String]) -> [String] {
        Set(basePaths).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    func precedes(_ other: Route) -> Bool {
        for (one, other) in zip(rank, other.rank) where one != other { return one < other }
        // More segments after a parameter with slashes say more.
        if rank.count != other.rank.count { return rank.count > other.rank.count }
        return path.query.count > other.path.query.count
    }

    /// The paths of a server, for each value of its variables.
    static func basePaths(of server: Server) -> [String] {
        server.urls.map { url in
            let start = url.firstRange(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } }
            var path = (start ?? url[...]).prefix { $0 != "?" && $0 != "#" }
            while path.hasSuffix("/") { path.removeLast() }
            return String(path)
        }
    }

    /// The encoded texts of the parameters in a path; nil if the path doesn't match.
    ///
    /// The base path of a server can be missing. Some documents write the query into the path.
    func parameters(in encodedPath: String, query: [(name: String, text: String)]) -> [String: Substring]? {
        for pair in path.query where !query.contains(where: { $0.name == pair.name && $0.text == pair.value }) {
            return nil
        }
        for base in basePaths where base.isEmpty || encodedPath.hasPrefix(base) {
            var search = Search()
            if search.match(path.list[...], encodedPath.dropFirst(base.count), severalSegments) { return search.found }
        }
        return nil
    }

    /// A search for the values of parameters, with a limit for paths that fit in very many ways.
    private struct Search {
        var found: [String: Substring] = [:]
        private var remaining = 10_000

        mutating func match(_ parts: ArraySlice<PathParts.Part>, _ text: Substring, _ long: Set<String>) -> Bool {
            remaining -= 1
            // The call stack has an end, too.
            guard remaining > 0, parts.count < 500 else { return false }
            guard let part = parts.first else { return text.isEmpty }
            switch part {
            case .literal(let literal):
                guard let rest = Route.rest(of: text, after: literal) else { return false }
                return match(parts.dropFirst(), rest, long)
            case .parameter(let name):
                // The longest value that leaves the rest to the other parts.
                var end = long.contains(name) ? text.endIndex : text.firstIndex(of: "/") ?? text.endIndex
                while end > text.startIndex {
                    if match(parts.dropFirst(), text[end...], long) {
                        found[name] = text[..<end]
                        return true
                    }
                    end = text.index(before: end)
                }
                return false
            }
        }
    }

    /// The rest of a path after a literal part, whose characters can be escaped.
    fileprivate static func rest(of text: Substring, after literal: String) -> Substring? {
        if text.hasPrefix(literal) { return text.dropFirst(literal.count) }
        guard text.utf8.contains(UInt8(ascii: "%")) || literal.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let wanted = literal.percentDecoded ?? literal
        var end = text.startIndex
        while end < text.endIndex {
            end = text.index(after: end)
            guard let decoded = text[..<end].percentDecoded else { continue }
            if decoded == wanted { return text[end...] }
            if decoded.utf8.count >= wanted.utf8.count { return nil }
        }
        return nil
    }
}

struct Routes {
    let list: [Route]

    init(_ document: APIDocument) {
        let basePaths = Route.sorted([""] + document.servers.flatMap { Route.basePaths(of: $0) })
        list = document.operations.map { Route($0, basePaths: basePaths) }
    }

    enum Match {
        case operation(Route, [String: Substring])
        /// The path exists with other methods. The route is one of them.
        case otherMethods(Route, [String])
        case none
    }

    /// The operation for a request. HEAD leads to GET.
    func match(_ method: String, _ encodedPath: String, query: [(name: String, text: String)]) -> Match {
        let matching = list.compactMap { route in
            route.parameters(in: encodedPath, query: query).map { (route, $0) }
        }
        for method in method == "HEAD" ? ["HEAD", "GET"] : [method] {
            let own = matching.filter { $0.0.operation.method == method }
            if let best = own.max(by: { $1.0.precedes($0.0) }) { return .operation(best.0, best.1) }
        }
        guard let best = matching.max(by: { $1.0.precedes($0.0) }) else { return .none }
        return .otherMethods(best.0, Set(matching.map(\.0.operation.method)).sorted())
    }
}
