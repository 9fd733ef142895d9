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
        func parameter(_ names: [String]) -> String? {
            query.first { names.contains(Words($0.parameter.name).list.joined()) }?.parameter.name
        }
        let page = parameter(["page", "pagenumber", "pageindex"])
        let isArray = if case .array = type { true } else { false }
        let hasLink = plan.model.responses.contains { $0.isSuccess && $0.headers.contains("link") }
        if hasLink { return ".links" }
        if isArray, let page { return ".pageNumbers(\(page.swiftLiteral))" }
        if case .named(let declaration) = type, case .object(let object) = declaration.kind {
            if let parameter = parameter([
                "cursor", "pagetoken", "nexttoken", "continuationtoken", "next", "after", "startingafter", "before",
            ]) {
                if let keyPath = cursor(in: object) {
                    return ".cursor(\(parameter.swiftLiteral), at: \(keyPath.swiftLiteral))"
                }
                if ["after", "startingafter"].contains(Words(parameter).list.joined()),
                    let expression = lastElement(in: object, parameter)
                {
                    return expression
                }
            }
        }
        if isArray, let offset = parameter(["offset", "skip", "startindex"]) {
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

    private static let cursors: Set<String> = [
        "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextpage", "endcursor", "cursor", "next",
        "after",
    ]

    /// The place of the next cursor in a page.
    private func cursor(in object: ObjectType, depth: Int = 0) -> String? {
        for property in object.properties where Self.cursors.contains(Words(property.wireName).list.joined()) {
            switch property.type {
            case .string, .int, .int64: return property.wireName
            default: break
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
            if let keyPath = cursor(in: inner, depth: 1) { return "\(property.wireName).\(keyPath)" }
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
