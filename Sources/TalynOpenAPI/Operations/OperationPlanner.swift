/// Decides the functions of a client: their names, arguments, bodies and results.
final class OperationPlanner {
    let document: APIDocument
    let types: TypePlanner
    let configuration: Configuration
    let diagnostics: Diagnostics
    private(set) var tags: [TagPlan] = []
    private var tagsByName: [String: TagPlan] = [:]
    private var tagTypes: NameScope
    private var tagProperties = NameScope(["provider", "credentials", "server"])
    private var sharedEnums: SharedEnums
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
        oauthSchemeNames = Set(
            document.securitySchemes.filter { if case .oauth = $0.kind { true } else { false } }.map(\.name)
        )
    }

    /// The plans of the operations, in the order of the document.
    func plans() -> [OperationPlan] {
        let operations = document.operations
        let names = functionNames(operations)
        return operations.indices.compactMap { plan(operations[$0], tag(of: operations[$0]), names[$0]) }
    }

    // MARK: Names

    private func tag(of operation: OperationModel) -> TagPlan {
        let name = operation.tag ?? Self.tag(ofPath: operation.path)
        let words = Words(configuration.tags[name] ?? name)
        // Tags that differ in their case are one.
        let key = words.list.joined(separator: " ")
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
        let segments = path.split(separator: "/").map { String($0.prefix { $0 != "?" && $0 != "#" }) }
        let names = segments.filter { segment in
            !segment.contains("{") && segment != "api" && segment.firstMatch(of: #/^v\d+(\.\d+)*$/#) == nil
        }
        return names.first ?? "default"
    }

    /// The name of each operation's function, in the order of the operations.
    ///
    /// An operation ID loses the words of its tag, unless the rest is ambiguous.
    private func functionNames(_ operations: [OperationModel]) -> [String] {
        let tags = operations.map { tag(of: $0) }
        let long = operations.map { Words($0.id ?? Self.name(of: $0)) }
        let short = operations.indices.map { index -> Words in
            operations[index].id == nil
                ? long[index] : Self.removing(Words(tags[index].name).list, from: long[index], operations[index].method)
        }
        func key(_ index: Int, _ words: Words) -> String { "\(tags[index].typeName).\(SwiftName.member(words))" }
        let counts = Dictionary(grouping: operations.indices) { key($0, short[$0]) }
        return operations.indices.map { index in
            let operation = operations[index]
            if let name = configuration.operations[operation.id ?? ""]
                ?? configuration.operations["\(operation.method) \(operation.path)"]
            {
                return tags[index].functions.unique(name)
            }
            let isUnique = counts[key(index, short[index])]?.count == 1
            let words = isUnique ? short[index] : long[index]
            return tags[index].functions.unique(SwiftName.member(words), SwiftName.member(long[index]))
        }
    }

    /// Words without those of a tag, at their start or after the verb.
    private static func removing(_ tag: [String], from words: Words, _ method: String) -> Words {
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
        let path = operation.path.prefix { $0 != "?" && $0 != "#" }
        let words = path.split(separator: "/").flatMap { segment -> [String] in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? ["by"] + Words(String(segment)).list : Words(String(segment)).list
        }
        return ([operation.method.lowercased()] + words).joined(separator: " ")
    }

    /// The name of an operation as a part of types' names.
    static func typeName(of operation: OperationModel) -> String {
        SwiftName.type(Words(operation.id ?? name(of: operation)))
    }

    // MARK: One operation

    private func plan(_ operation: OperationModel, _ tag: TagPlan, _ function: String) -> OperationPlan? {
        let typeName = Self.typeName(of: operation)
        var operation = operation
        declareMissingParameters(&operation)
        let arguments = arguments(of: operation, typeName)
        let bodies = bodies(of: operation, typeName)
        let outcome = outcome(of: operation, typeName)
        var plan = OperationPlan(
            model: operation,
            id: operation.id ?? "\(operation.method) \(operation.path)",
            tag: tag,
            function: function,
            arguments: arguments,
            bodies: bodies,
            result: outcome.result,
            accept: outcome.accept,
            events: outcome.events,
            lines: outcome.lines,
            failures: failures(of: operation, typeName),
            security: document.security(of: operation),
            scopes: operation.security == nil ? document.scopes : operation.scopes
        )
        plan.security = plan.security.filter { $0.allSatisfy { schemeNames.contains($0) } }
        plan.scopes = plan.scopes.filter { oauthSchemeNames.contains($0.key) }
        plan.pagination = PageRules(configuration: configuration).pagination(of: plan)
        return plan
    }

    /// Adds the parameters of a path that the document doesn't declare, as texts.
    private func declareMissingParameters(_ operation: inout OperationModel) {
        let declared = Set(operation.parameters.filter { $0.location == .path }.map(\.name))
        for part in PathParts(operation.path).list {
            guard case .parameter(let name) = part, !declared.contains(name) else { continue }
            diagnostics.note(operation.node, "The parameter '\(name)' of the path isn't declared. It is taken as text.")
            operation.parameters.append(
                Parameter(
                    name: name,
                    location: .path,
                    isRequired: true,
                    style: .simple,
                    explodes: false,
                    schema: nil,
                    node: operation.node
                )
            )
        }
    }

    private func arguments(of operation: OperationModel, _ typeName: String) -> [OperationPlan.Argument] {
        let path = PathParts(operation.path).list.compactMap { part -> String? in
            if case .parameter(let name) = part { name } else { nil }
        }
        let places = Dictionary(zip(path, path.indices)) { first, _ in first }
        let ignored: Set<String> = ["accept", "content-type", "authorization"]
        var parameters = operation.parameters.filter { parameter in
            switch parameter.location {
            case .path: return places[parameter.name] != nil
            case .header:
                if ignored.contains(parameter.name.lowercased()) { return false }
                guard !parameter.name.isEmpty, parameter.name.utf8.allSatisfy({ Self.isToken($0) }) else {
                    diagnostics.skip(parameter.node, "'\(parameter.name)' can't be the name of a header field.")
                    return false
                }
                return true
            case .query, .cookie: return !parameter.name.isEmpty
            }
        }
        parameters.sort { one, other in
            let order = { (parameter: Parameter) in
                parameter.location == .path
                    ? places[parameter.name] ?? 0 : parameter.isRequired ? path.count : path.count + 1
            }
            return order(one) < order(other)
        }
        let names = uniqueNames(
            parameters.map(\.name),
            reserved: ["options", "body", "form", "multipart", "data", "text", "contentType"]
        ) {
            configuration.propertyName(of: $0) ?? SwiftName.member($0)
        }
        return zip(parameters, names).map { parameter, name in
            let type = type(of: parameter, typeName)
            return OperationPlan.Argument(
                name: name,
                type: type.unwrapped,
                isRequired: parameter.isRequired,
                parameter: parameter,
                defaultValue: parameter.isRequired && parameter.location != .path
                    ? parameter.schema.flatMap { literal($0.defaultValue, type.unwrapped) } : nil
            )
        }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    private func type(of parameter: Parameter, _ typeName: String) -> TypeUse {
        if parameter.isOtherDocument {
            let type = parameter.mediaType ?? ""
            diagnostics.note(parameter.node, "The media type '\(type)' isn't written. The parameter is taken as text.")
            return .string
        }
        guard let schema = parameter.schema else { return .string }
        let path = parameter.node.path
        let isShared = path.first == "components" || path.first == "parameters"
        let name = isShared ? SwiftName.type(path.last ?? "") : typeName + SwiftName.type(parameter.name)
        if !isShared, let type = sharedEnums.type(of: schema, named: parameter.name, or: name, types) { return type }
        let type = types.type(of: schema, at: TypePlanner.Place(name: name))
        // A value of any type has no style in a path.
        if case .json = type, parameter.location == .path, !parameter.isJSON { return .string }
        return type
    }

    /// A value of the document as one in Swift; nil if Swift has no literal for it.
    private func literal(_ node: Node?, _ type: TypeUse) -> String? {
        switch (node?.value, type) {
        case (.string(let text), .string): text.swiftLiteral
        case (.number, .int), (.number, .int64): node?.integer.map { String($0) }
        case (.number(let text), .double): Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
        case (.bool(let bool), .bool): "\(bool)"
        case (.string(let text), .named(let declaration)):
            if case .enumeration(let shape, let names) = declaration.kind, shape.isText,
                let index = shape.cases.firstIndex(where: { $0.value == text })
            {
                ".\(SwiftName.escaped(names[index]))"
            } else {
                nil
            }
        default: nil
        }
    }

    // MARK: Responses

    private struct Outcome {
        var result = OperationPlan.Result.empty
        var accept: String?
        var events: OperationPlan.Events?
        var lines: TypeUse?
    }

    private func outcome(of operation: OperationModel, _ typeName: String) -> Outcome {
        // A response to HEAD has no body (RFC 9110, section 9.3.2).
        if operation.method == "HEAD" { return Outcome() }
        var responses = operation.responses.filter(\.isSuccess)
        if responses.isEmpty, !operation.responses.contains(where: \.isRedirect) {
            responses = operation.responses.filter { $0.status == "default" }
        }
        // A redirect leads to a document of any kind.
        let follows = ["301", "302", "303", "307", "308"]
        if responses.isEmpty, operation.responses.contains(where: { follows.contains($0.status) }) {
            return Outcome(result: .bytes)
        }
        var outcome = Outcome()
        let contents = responses.flatMap(\.contents)
        if let events = contents.first(where: \.isEventStream) {
            outcome.events = self.events(events, typeName)
            outcome.accept = events.mediaType
        }
        if let lines = contents.first(where: \.isJSONLines) {
            let schema = lines.itemSchema ?? lines.schema
            outcome.lines =
                schema.map { types.type(of: $0, at: TypePlanner.Place(name: typeName + "Line")).unwrapped } ?? .json
            outcome.accept = lines.mediaType
            outcome.result = .text
        }
        let json = contents.filter(\.isJSON)
        if !json.isEmpty {
            let schemas = json.compactMap(\.schema)
            var type = resultType(schemas, typeName)
            let isSometimesEmpty = responses.contains { $0.contents.isEmpty }
            if isSometimesEmpty, !type.isOptional { type = .optional(type) }
            outcome.result = .value(type)
            outcome.accept = json.first.flatMap { $0.mediaType.contains("*") ? nil : $0.mediaType }
            return outcome
        }
        guard outcome.events == nil, outcome.lines == nil, let content = contents.first else { return outcome }
        let text = contents.first { $0.isText && !$0.isBinary }
        outcome.result = text != nil ? .text : .bytes
        let accept = text ?? content
        outcome.accept = accept.mediaType.contains("*") ? nil : accept.mediaType
        return outcome
    }

    private func events(_ content: Content, _ typeName: String) -> OperationPlan.Events {
        guard let schema = content.itemSchema ?? content.schema else { return .plain }
        switch types.shapes.resolved(schema).shape {
        case .object, .union, .map:
            return .decoded(types.type(of: schema, at: TypePlanner.Place(name: typeName + "Event")).unwrapped)
        default: return .plain
        }
    }

    private func resultType(_ schemas: [Schema], _ typeName: String) -> TypeUse {
        guard let first = schemas.first else { return .json }
        var distinct: [Schema] = []
        for schema in schemas {
            let owner = types.shapes.resolved(schema).schema
            if !distinct.contains(where: { types.shapes.resolved($0).schema === owner }) { distinct.append(schema) }
        }
        if distinct.count == 1 {
            if case .array = types.shapes.resolved(first).shape {
                return types.type(of: first, at: TypePlanner.Place(name: typeName + "Item"))
            }
            return types.type(of: first, at: TypePlanner.Place(name: typeName + "Response"))
        }
        return types.union(of: distinct, named: typeName + "Response")
    }

    private func failures(of operation: OperationModel, _ typeName: String) -> [(status: String, type: TypeUse)] {
        let hasSuccess = operation.responses.contains { $0.isSuccess || $0.isRedirect }
        return operation.responses.compactMap { response in
            let isFailure =
                response.status.hasPrefix("4") || response.status.hasPrefix("5")
                || response.status == "default" && hasSuccess
            guard isFailure, let schema = response.contents.first(where: \.isJSON)?.schema else { return nil }
            let name =
                typeName
                + (response.status == "default" ? "Failure" : "Failure\(response.status.replacing("XX", with: ""))")
            let path = response.node.path
            let place =
                path.first == "components" || path.first == "responses" ? SwiftName.type(path.last ?? name) : name
            return (response.status, types.type(of: schema, at: TypePlanner.Place(name: place)).unwrapped)
        }
    }
}

/// The literal parts and the parameters of a path.
struct PathParts {
    enum Part {
        case literal(String)
        case parameter(String)
    }

    private(set) var list: [Part] = []
    /// The query that some documents write into the path.
    private(set) var query: [(name: String, value: String)] = []

    init(_ path: String) {
        let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
        var rest = path[..<end]
        for pair in path[end...].dropFirst().split(separator: "&") where path[end...].first == "?" {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if !pair.contains("{") { query.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : "")) }
        }
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { list.append(.literal(String(rest[..<open]))) }
            let name = rest[rest.index(after: open)..<close]
            // A template of RFC 6570 can name a style, as in `{+path}`.
            list.append(.parameter(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { list.append(.literal(String(rest))) }
    }
}
