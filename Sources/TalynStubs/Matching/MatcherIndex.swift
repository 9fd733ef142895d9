/// An index of matchers, which finds the candidates for a request without testing each matcher.
///
/// The candidates include all matchers that match. For matchers with a hashable target or a path, the cost of a search depends
/// on the length of the path, not on the number of matchers.
struct MatcherIndex: Sendable {
    private var byTarget: [ObjectIdentifier: any TargetTable] = [:]
    private var byType: [ObjectIdentifier: [Int]] = [:]
    private var paths = PathTree()
    private var others: [Int] = []
    private var count = 0

    private enum Key {
        case target(any TargetType, ObjectIdentifier, any TargetTable)
        case type(ObjectIdentifier)
        case path(PathTemplate)
    }

    /// Adds the next matcher; the first is number 0.
    mutating func add(_ matcher: RequestMatcher) {
        guard let keys = Self.keys(of: matcher.condition) else {
            others.append(count)
            count += 1
            return
        }
        for key in keys {
            switch key {
            case .target(let target, let type, let table): byTarget[type, default: table].add(count, for: target)
            case .type(let type): byType[type, default: []].append(count)
            case .path(let template): paths.add(count, at: template)
            }
        }
        count += 1
    }

    /// The numbers of the matchers that may match, in ascending order.
    func candidates(for request: MatchedRequest) -> [Int] {
        // In a server the target isn't known. Conditions on targets then compare requests.
        guard let target = request.request.target else { return Array(0..<count) }
        var found = others
        let type = ObjectIdentifier(type(of: target))
        if let table = byTarget[type] { found += table.numbers(for: target) }
        if let numbers = byType[type] { found += numbers }
        if !paths.isEmpty { paths.collect(for: request.path[...], into: &found) }
        return found.count > 1 ? Set(found).sorted() : found
    }

    /// The keys of a condition; nil if it may hold for any request.
    private static func keys(of condition: RequestMatcher.Condition) -> [Key]? {
        switch condition {
        case .target(let condition):
            guard let type = condition.type else { return nil }
            guard let target = condition.target, let table = condition.table else { return [.type(type)] }
            return [.target(target, type, table)]
        case .path(let template): return [.path(template)]
        case .all(let conditions): return conditions.compactMap { keys(of: $0) }.min { rank($0) < rank($1) }
        case .either(let conditions):
            let alternatives = conditions.map { keys(of: $0) }
            return alternatives.contains { $0 == nil } ? nil : alternatives.flatMap { $0 ?? [] }
        default: return nil
        }
    }

    /// Lower for keys with fewer requests.
    private static func rank(_ keys: [Key]) -> Int {
        keys.map { key in
            switch key {
            case .target: 0
            case .path: 1
            case .type: 2
            }
        }
        .max() ?? 0
    }
}

/// The numbers of matchers by path template.
private struct PathTree: Sendable {
    private var literals: [String: PathTree] = [:]
    private var placeholder: [PathTree] = []
    private var exact: [Int] = []
    private var open: [Int] = []

    var isEmpty: Bool { literals.isEmpty && placeholder.isEmpty && exact.isEmpty && open.isEmpty }

    mutating func add(_ number: Int, at template: PathTemplate) {
        add(number, at: template.segments[...], isOpen: template.isOpen)
    }

    private mutating func add(_ number: Int, at segments: ArraySlice<PathTemplate.Segment>, isOpen: Bool) {
        switch segments.first {
        case nil where isOpen: open.append(number)
        case nil: exact.append(number)
        case .literal(let text):
            literals[text, default: PathTree()].add(number, at: segments.dropFirst(), isOpen: isOpen)
        case .parameter, .any:
            if placeholder.isEmpty { placeholder = [PathTree()] }
            placeholder[0].add(number, at: segments.dropFirst(), isOpen: isOpen)
        }
    }

    func collect(for path: ArraySlice<String>, into found: inout [Int]) {
        found += open
        guard let segment = path.first else { return found += exact }
        literals[segment]?.collect(for: path.dropFirst(), into: &found)
        placeholder.first?.collect(for: path.dropFirst(), into: &found)
    }
}
