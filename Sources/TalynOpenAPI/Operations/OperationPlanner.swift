/// Decides the functions of a client: their names, arguments, bodies and results.
final class OperationPlanner {
    let document: APIDocument
    let types: TypePlanner
    let configuration: Configuration
    let diagnostics: Diagnostics
    private(set) var tags: [TagPlan] = []
    /// The kind of the pages of each operation that has some, or a parameter of pages, and why.
    private(set) var pages: [(operation: String, kind: String, reason: String)] = []
    private var tagsByName: [String: TagPlan] = [:]
    private var tagTypes: NameScope
    private var tagProperties = NameScope(["provider", "credentials", "server"])
    var sharedEnums: SharedEnums
    /// The enums of events, by the schemas of the items.
    var eventDeclarations: [ObjectIdentifier: Declaration] = [:]
    private let tagDescriptions: [String: String]
    private let schemeNames: Set<String>
    private let oauthSchemeNames: Set<String>

    init(_ document: APIDocument, _ types: TypePlanner, _ configuration: Configuration, _ diagnostics: Diagnostics) {
        self.document = document
        self.types = types
        self.configuration = configuration
        self.diagnostics = diagnostics
        tagTypes = NameScope(["Credentials", "Server"])
        sharedEnums = SharedEnums(document.operations, types.shapes)
        let descriptions = document.tags.compactMap { tag in tag.description.map { (tag.name, $0) } }
        tagDescriptions = Dictionary(descriptions) { first, _ in first }
        schemeNames = Set(document.securitySchemes.map(\.name))
        let oauthSchemes = document.securitySchemes.filter { if case .oauth = $0.kind { true } else { false } }
        oauthSchemeNames = Set(oauthSchemes.map(\.name))
    }

    func plans() -> [OperationPlan] {
        let operations = document.operations
        let names = functionNames(operations)
        return operations.indices.map { plan(operations[$0], tag(of: operations[$0]), names[$0]) }
    }

    // MARK: Names

    private func tag(of operation: OperationModel) -> TagPlan {
        let name = operation.tag ?? Self.tag(ofPath: operation.path)
        let chosen = types.names[\.tags, name] ?? name
        let words = Words(chosen)
        let key = TagPlan.key(of: chosen)
        if let known = tagsByName[key] { return known }
        let plan = TagPlan(
            name: name,
            typeName: tagTypes.unique(SwiftName.type(words) + (words.list.last == "api" ? "" : "API")),
            propertyName: tagProperties.unique(SwiftName.member(words)),
            description: Documentation.lines(tagDescriptions[name])
        )
        tagsByName[key] = plan
        tags.append(plan)
        return plan
    }

    /// The first segment of a path that names a thing.
    private static func tag(ofPath path: String) -> String {
        let segments = PathParts.withoutQuery(path).split(separator: "/").map { String($0) }
        return segments.first { segment in
            !segment.contains("{") && segment != "api" && segment.firstMatch(of: #/^v\d+(\.\d+)*$/#) == nil
        } ?? "default"
    }

    /// The name of each operation's function, in the order of the operations.
    ///
    /// An operation ID loses the words of its tag, unless the rest is ambiguous.
    private func functionNames(_ operations: [OperationModel]) -> [String] {
        let tags = operations.map { tag(of: $0) }
        let long = operations.map { Words($0.id ?? Self.name(of: $0)) }
        let short = operations.indices.map { index -> Words in
            operations[index].id == nil
                ? long[index] : Self.removing(Words(tags[index].name).list, from: long[index])
        }
        func key(_ index: Int, _ words: Words) -> String { "\(tags[index].typeName).\(SwiftName.member(words))" }
        let counts = Dictionary(grouping: operations.indices) { key($0, short[$0]) }
        let given = operations.indices.map { index -> String? in
            let operation = operations[index]
            let name =
                types.names[\.operations, operation.id ?? ""]
                ?? types.names[\.operations, operation.methodAndPath]
                ?? configuration.keptNames.function(of: operation, in: tags[index])
            return name.map { tags[index].functions.unique($0) }
        }
        return operations.indices.map { index in
            if let name = given[index] { return name }
            let isUnique = counts[key(index, short[index])]?.count == 1
            let words = isUnique ? short[index] : long[index]
            return tags[index].functions.unique(SwiftName.member(words), SwiftName.member(long[index]))
        }
    }

    /// Words without those of a tag, at their start or after the verb.
    private static func removing(_ tag: [String], from words: Words) -> Words {
        let list = words.list
        guard !tag.isEmpty else { return words }
        for (start, prefix) in [(0, [String]()), (1, Array(list.prefix(1)))] where list.count > start + tag.count {
            let part = Array(list[start..<start + tag.count])
            if part == tag || part.map(\.singular) == tag.map(\.singular) && start == 0 {
                return Words(list: prefix + list[(start + tag.count)...])
            }
        }
        return words
    }

    /// A name from the method and the path: `getUsersByIDRepos`.
    private static func name(of operation: OperationModel) -> String {
        let path = PathParts.withoutQuery(operation.path)
        let words = path.split(separator: "/").flatMap { segment -> [String] in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? ["by"] + Words(String(segment)).list : Words(String(segment)).list
        }
        return ([operation.method.lowercased()] + words).joined(separator: " ")
    }

    static func typeName(of operation: OperationModel) -> String {
        SwiftName.type(Words(operation.id ?? name(of: operation)))
    }

    private func plan(_ operation: OperationModel, _ tag: TagPlan, _ function: String) -> OperationPlan {
        let typeName = Self.typeName(of: operation)
        var operation = operation
        declareMissingParameters(&operation)
        let arguments = arguments(of: operation, typeName)
        let bodies = bodies(of: operation, typeName, arguments.map(\.name))
        let calls = calls(of: operation, typeName)
        var names = NameScope(Set(arguments.map(\.name) + bodies.map(\.label)))
        var plan = OperationPlan(
            model: operation,
            id: operation.id ?? operation.methodAndPath,
            tag: tag,
            function: function,
            arguments: arguments,
            bodies: bodies,
            calls: calls.map { call in
                var call = call
                if case .bytes = call.kind { call.streamName = tag.functions.unique(function + "Stream") }
                call.name = call.name.isEmpty ? function : tag.functions.unique(function + call.name)
                return call
            },
            acceptName: names.unique("accept", "acceptedType"),
            failures: failures(of: operation, typeName),
            security: document.security(of: operation),
            scopes: operation.security == nil ? document.scopes : operation.scopes
        )
        plan.endOfEvents = endOfEvents(of: operation, plan.calls)
        plan.security = plan.security.filter { $0.allSatisfy { schemeNames.contains($0) } }
        plan.scopes = plan.scopes.filter { oauthSchemeNames.contains($0.key) }
        if case .value(let type) = plan.result { plan.hasUnixTimes = type.hasUnixTime }
        if let rule = pageRule(of: plan) {
            plan.pages = OperationPlan.Pages(rule: rule, function: tag.functions.unique("\(function)Pages"))
        }
        return plan
    }

    private func pageRule(of plan: OperationPlan) -> PageRule? {
        let choice = configuration.pages[plan.id] ?? configuration.pages[plan.model.methodAndPath]
        let finding = choice.map { ChosenPages.find($0, for: plan, diagnostics) } ?? PageRules.find(in: plan)
        switch finding {
        case .rule(let rule):
            pages.append((plan.id, rule.kind, rule.explanation))
            return rule
        case .unknown(let parameter, let reason):
            let problem =
                "The query parameter '\(parameter)' is like one of pages, and no way to the next page is known."
            let advice = "The configuration can name one, or 'none', under 'pages'."
            diagnostics.note(plan.model.node, "\(problem) \(reason) \(advice)")
            pages.append((plan.id, "none", "\(parameter): \(reason)"))
            return nil
        case .none: return nil
        }
    }
}
