/// Finds the operations whose results are pages of a list, and the way from one page to the next.
///
/// The rules, in this order:
/// 1. The configuration names the way.
/// 2. The response has a `Link` field, or a query parameter counts pages of an array.
/// 3. A query parameter takes a cursor, and a property of the result has the next one.
/// 4. A query parameter takes the ID of the last element, and the result says whether there are more.
/// 5. A query parameter counts the elements before the page, and the result is an array.
struct PageRules {
    let configuration: Configuration

    /// The value of `Pagination` in Swift; nil for an operation without pages.
    func pagination(of plan: OperationPlan) -> String? {
        guard plan.model.method == "GET", case .value(let type) = plan.result, plan.bodies.isEmpty else { return nil }
        if let rule = configuration.pages[plan.id] { return expression(rule) }
        let query = plan.arguments.filter { $0.parameter.location == .query }
        /// The query parameters with these names, in the order of the names.
        func parameters(_ names: [String]) -> [String] {
            names.flatMap { name in
                query.map(\.parameter.name).filter { Words($0).list.joined() == name }
            }
        }
        let page = parameters(["page", "pagenumber", "pageindex"]).first
        let isArray = if case .array = type { true } else { false }
        let hasLink = plan.model.responses.contains { $0.isSuccess && $0.headers.contains("link") }
        if hasLink { return ".links" }
        if isArray, let page { return ".pageNumbers(\(page.swiftLiteral))" }
        if case .named(let declaration) = type, case .object(let object) = declaration.kind {
            for parameter in parameters(Self.cursorParameters + Self.elementParameters) {
                if let keyPath = cursor(in: object, for: parameter) {
                    return ".cursor(\(parameter.swiftLiteral), at: \(keyPath.swiftLiteral))"
                }
                if Self.elementParameters.contains(Words(parameter).list.joined()),
                    let expression = lastElement(in: object, parameter)
                {
                    return expression
                }
            }
        }
        if isArray, let offset = parameters(["offset", "skip", "startindex"]).first {
            return ".offsets(\(offset.swiftLiteral))"
        }
        return nil
    }

    private func expression(_ rule: Configuration.PageRule) -> String? {
        switch rule {
        case .none: nil
        case .links: ".links"
        case .pageNumbers(let parameter): ".pageNumbers(\(parameter.swiftLiteral))"
        case .offsets(let parameter): ".offsets(\(parameter.swiftLiteral))"
        case .cursor(let parameter, let keyPath): ".cursor(\(parameter.swiftLiteral), at: \(keyPath.swiftLiteral))"
        }
    }

    /// The names of query parameters that take a cursor. One such as `before` leads to earlier pages.
    private static let cursorParameters = ["cursor", "pagetoken", "nexttoken", "continuationtoken", "next"]

    /// The names of query parameters that take a cursor, or the ID of an element.
    private static let elementParameters = ["after", "startingafter"]

    /// The names of properties with the next cursor, the most certain first.
    private static let cursors = [
        "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "endcursor", "nextpage", "next", "cursor",
        "after",
    ]

    /// The place of the next cursor in a page.
    private func cursor(in object: ObjectType, for parameter: String, depth: Int = 0) -> String? {
        for name in Self.cursors {
            // The name speaks of a page, and the parameter of an element.
            if name == "nextpage", Self.elementParameters.contains(Words(parameter).list.joined()) { continue }
            for property in object.properties where Words(property.wireName).list.joined() == name && !property.isURL {
                switch property.type {
                case .string, .int, .int64, .uint64: return property.wireName
                default: break
                }
            }
        }
        guard depth == 0 else { return nil }
        let places: Set<String> = [
            "pagination", "paging", "page", "pageinfo", "meta", "metadata", "responsemetadata", "cursors", "cursor",
        ]
        for property in object.properties where places.contains(Words(property.wireName).list.joined()) {
            guard case .named(let declaration) = property.type, case .object(let inner) = declaration.kind else {
                continue
            }
            if let keyPath = cursor(in: inner, for: parameter, depth: 1) { return "\(property.wireName).\(keyPath)" }
        }
        return nil
    }

    /// A page that ends with the ID from which the next one starts, as those of Stripe.
    private func lastElement(in object: ObjectType, _ parameter: String) -> String? {
        guard let more = object.properties.first(where: { Words($0.wireName).list == ["has", "more"] }),
            case .bool = more.type
        else { return nil }
        let hasMore = more.isOptional ? "page.value.\(more.name) == true" : "page.value.\(more.name)"
        if let last = object.properties.first(where: { Words($0.wireName).list == ["last", "id"] }),
            case .string = last.type
        {
            let value = last.isOptional ? "page.value.\(last.name)" : "Optional(page.value.\(last.name))"
            return ".next { page in \(hasMore) ? \(value).map { .query([\(parameter.swiftLiteral): $0]) } : nil }"
        }
        for property in object.properties where ["data", "items", "results"].contains(property.wireName) {
            guard !property.isOptional, case .array(.named(let element)) = property.type,
                case .object(let inner) = element.kind,
                let id = inner.properties.first(where: { $0.wireName == "id" }), !id.isOptional, case .string = id.type
            else { continue }
            let last = "page.value.\(property.name).last"
            return
                ".next { page in \(hasMore) ? \(last).map { .query([\(parameter.swiftLiteral): $0.\(id.name)]) } : nil }"
        }
        return nil
    }
}

extension Property {
    /// Whether the property of a response is optional in Swift.
    fileprivate var isOptional: Bool { !isRequired || isNullable || isReadOnly || isWriteOnly }
}

extension Schema {
    /// Whether the values are URLs, by the format, the description or the example.
    var describesURL: Bool {
        let parts = [self] + [referenced].compactMap { $0 } + allOf + anyOf + oneOf
        return parts.contains { part in
            if ["uri", "url", "uri-reference", "iri", "iri-reference"].contains(part.format) { return true }
            if let example = part.node["example"]?.text, example.contains("://") { return true }
            let words = (part.description ?? "").lowercased().split { !$0.isLetter }
            return words.contains { ["url", "uri", "link"].contains($0) }
        }
    }
}
