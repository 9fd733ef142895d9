/// The names of types for the names of a document's schemas.
///
/// A qualified name, such as `io.k8s.api.core.v1.PodList`, has the shortest end that no other schema has: `PodList`, or
/// `CoreV1Event` and `EventsV1Event`. Words that nearly all schemas have at their start go, too. The order of the document makes no
/// difference.
struct SchemaNames {
    /// The names of each schema, the shortest first. The last one is the whole name.
    private let candidates: [String: [String]]
    /// The number of schemas that could have a name.
    private var counts: [String: Int] = [:]

    /// - Parameter context: The title of the document and the name of the client, either of which can be what all names start with.
    init(_ schemas: [String], context: [String]) {
        let known = Set(schemas)
        var ends: [String: [Words]] = [:]
        for name in schemas { ends[name] = Self.ends(of: name, known) }
        let shared = SharedWords(known.sorted().map { ($0, ends[$0]?.first ?? Words($0)) }, context: context)
        var candidates: [String: [String]] = [:]
        for (name, words) in ends {
            let rest = words.first.flatMap { shared.removing(from: $0) }.map { [$0] } ?? []
            var names: [String] = []
            for words in rest + words where Self.isPlain(words) && !names.contains(words.upperCamel) {
                names.append(words.upperCamel)
            }
            let whole = SwiftName.type(name)
            if names.last != whole { names.append(whole) }
            candidates[name] = names
            for name in Set(names) { counts[name, default: 0] += 1 }
        }
        self.candidates = candidates
    }

    /// The name of a schema's type: the shortest that no other schema could have, and that isn't taken.
    func name(of schema: String, taken: NameScope) -> String {
        let names = candidates[schema] ?? [SwiftName.type(schema)]
        return names.first { counts[$0] == 1 && !taken.contains($0) } ?? names[names.count - 1]
    }

    /// Whether words are a name as they stand, and the name of no type of Swift or Talyn.
    private static func isPlain(_ words: Words) -> Bool {
        let name = words.upperCamel
        return name.first?.isLetter == true && SwiftName.type(words) == name && !ReservedNames.types.contains(name)
    }

    /// The ends of a qualified name, the shortest first; the whole name for another one.
    ///
    /// A qualified name ends with a type in upper case after packages in lower case, as in `v1.Event`, or after at least two namespaces,
    /// as in `Acme.Models.User`. A type inside another one keeps its name: `com.example.User.Address` is `UserAddress`.
    private static func ends(of name: String, _ known: Set<String>) -> [Words] {
        // The arguments of a generic type are part of its last component.
        let head = name.prefix { !"<[({«`".contains($0) }
        var components = head.split { ".:/".contains($0) }.map { String($0) }
        guard components.count > 1, components.last?.first?.isUppercase == true else { return [Words(name)] }
        // A type is found by its last components, so that a name of thousands of them takes no longer than its length.
        let recent = components.indices.suffix(maximumDepth)
        let arePackages = components.dropLast().allSatisfy { $0.first?.isUppercase == false }
        guard arePackages || components.count > 2 else { return [Words(name)] }
        let outer = recent.dropLast().first { known.contains(components[...$0].joined(separator: ".")) }
        components[components.count - 1] += name[head.endIndex...]
        let last = outer ?? components.count - 1
        let starts = recent.filter { $0 <= last && $0 > 0 }.reversed() + [0]
        let words = components.map { Words($0).list }
        return starts.map { Words(list: words[$0...].flatMap(\.self)) }
    }

    /// The number of components, and of shared words, that are looked at.
    fileprivate static let maximumDepth = 16
}

/// The words that nearly all schemas of a document have at their start, as in `GithubApi_User`, or `dto` at their end.
///
/// Nearly all means all but a tenth of them. They must be ten at least, or three where the words are the document's title, the client's name,
/// or a prefix before a sign and a capital letter. Words that are a schema themselves are no prefix, as in `Order` and `OrderItem`.
private struct SharedWords {
    private var prefix: [String] = []
    private var suffix: [String] = []

    private static let suffixes = ["dto", "dtos"]

    init(_ schemas: [(name: String, words: Words)], context: [String]) {
        func isShared(_ condition: ((name: String, words: Words)) -> Bool) -> Bool {
            schemas.count { condition($0) } * 10 >= schemas.count * 9
        }
        guard schemas.count >= 3 else { return }
        suffix = Self.suffixes.filter { word in isShared { $0.words.list.last == word } }
        var words: [String] = []
        var sharing = schemas
        while words.count < SchemaNames.maximumDepth {
            let count = words.count
            let next = Dictionary(grouping: sharing.filter { $0.words.list.count > count }) { $0.words.list[count] }
            guard let best = next.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
                best.value.count * 10 >= schemas.count * 9
            else { break }
            words.append(best.key)
            sharing = best.value
        }
        let titles = context.map { Self.withoutKind(Words($0).list) }
        let names = Set(schemas.map(\.words.list))
        while !words.isEmpty {
            let isEvident =
                titles.contains(Self.withoutKind(words)) || isShared { Self.hasPrefix(words, $0.name) }
            if !names.contains(words), schemas.count >= 10 || isEvident { break }
            words.removeLast()
        }
        prefix = words
    }

    /// The words of a name without those that all share; nil for a name without them, or with nothing else.
    func removing(from words: Words) -> Words? {
        var list = words.list
        if !prefix.isEmpty, list.starts(with: prefix) { list.removeFirst(prefix.count) }
        if let last = list.last, suffix.contains(last) { list.removeLast() }
        return list.isEmpty || list == words.list ? nil : Words(list: list)
    }

    /// Whether a name has the words before a sign and a capital letter: `GithubApi_User`.
    private static func hasPrefix(_ words: [String], _ name: String) -> Bool {
        for index in name.indices where "._-/:".contains(name[index]) {
            guard name[name.index(after: index)...].first?.isUppercase == true else { continue }
            let start = Words(String(name[..<index])).list
            if start == words { return true }
            if start.count > words.count { return false }
        }
        return false
    }

    /// The words of a title without those that say that it is an API.
    private static func withoutKind(_ words: [String]) -> [String] {
        let kinds: Set<String> = ["api", "rest", "openapi", "service", "server", "public", "http", "the"]
        return words.filter { !kinds.contains($0) && !($0.first == "v" && $0.dropFirst().allSatisfy(\.isNumber)) }
    }
}
