/// Finds the operations whose results are pages of a list, and the way from one page to the next.
///
/// Names and shapes decide together. A wrong way is worse than none, so what is ambiguous gets none. The rules, in this order:
/// 1. The response has a `Link` field, or the description of a parameter speaks of it. Or the result has the `nextLink` of OData.
/// 2. A query parameter takes a cursor, and a property of the result, or a field of the response, has the next one.
/// 3. A query parameter takes the ID of the last element, and the result says whether there are more.
/// 4. A query parameter counts pages or elements, and the result has the items or tells the end.
/// 5. The result has the URL of the next page and an array.
struct PageRules {
    enum Finding {
        case rule(PageRule)
        /// A parameter looks like one of pages, and there is no way.
        case unknown(parameter: String, reason: String)
        case none
    }

    private let plan: OperationPlan
    private let parameters: [PageParameter]
    private let result: PageResult

    static func find(in plan: OperationPlan) -> Finding {
        guard plan.model.method == "GET", plan.bodies.isEmpty else { return .none }
        let parameters = PageParameter.list(of: plan)
        let candidates = parameters.filter { PageNames.isPageParameter($0.key) }
        let candidate = candidates.first { !PageNames.others.contains($0.key) } ?? candidates.first
        guard case .value(let type) = plan.result else {
            return candidate.map { .unknown(parameter: $0.name, reason: "The result isn't JSON.") } ?? .none
        }
        let rules = PageRules(plan: plan, parameters: parameters, result: PageResult(type))
        if let rule = rules.rule { return .rule(rule) }
        return candidate.map { .unknown(parameter: $0.name, reason: rules.reason(for: $0)) } ?? .none
    }

    private var rule: PageRule? { linkField ?? odataLink ?? cursor ?? lastItem ?? number ?? offset ?? link }

    private var linkField: PageRule? {
        if plan.model.responses.contains(where: { $0.isSuccess && $0.headers.contains("link") }) {
            return rule(.linkField)
        }
        let parameter = parameters.first { parameter in
            PageNames.isPageParameter(parameter.key)
                && parameter.description.contains(#/\blink`?[- ]header|\bheader.{0,10} `?link\b/#)
        }
        guard let parameter, result.isArray || items != nil else { return nil }
        return rule(.linkField, evidence: "The description of `\(parameter.name)` speaks of the header field `Link`.")
    }

    /// The pages of OData. The server decides on their size, and its link is opaque: it mostly has `$skiptoken` in place of `$skip`, since
    /// that finds the next element also after a deletion. The name alone is evidence (OData 4.01, part 1, section 11.2.6.7; JSON format,
    /// section 4.6.5: `@odata.nextLink`, or `@nextLink`).
    private var odataLink: PageRule? {
        let link = result.leaves.first {
            ["@odata.nextLink", "@nextLink"].contains($0.property?.wireName) && $0.type.isText
        }
        guard let link, items != nil else { return nil }
        return rule(.link(link.path))
    }

    // MARK: Cursors

    private var cursors: [PageParameter] {
        let order = PageNames.cursors + PageNames.afters
        let known = order.flatMap { key in parameters.filter { $0.key == key } }
        // The name of the property alone tells that others are cursors. So a list must be certain.
        let others =
            !hasSize || items == nil
            ? []
            : parameters.filter { parameter in
                !order.contains(parameter.key) && !PageNames.sizes.contains(parameter.key)
                    && !PageNames.others.contains(parameter.key)
                    && (parameter.isText
                        || parameter.isNumber && !PageNames.numbers.contains(parameter.key)
                            && !PageNames.offsets.contains(parameter.key))
            }
        return (known + others).filter { $0.type.isPosition }
    }

    private var cursor: PageRule? {
        for parameter in cursors {
            if let path = result.cursor(for: parameter) {
                return rule(.cursor(parameter: parameter.name, .property(path)), more: result.more, last: result.last)
            }
        }
        for parameter in parameters where parameter.type.isPosition {
            if let field = headerField(for: parameter) {
                return rule(.cursor(parameter: parameter.name, .headerField(field)))
            }
        }
        return nil
    }

    /// The field of the response with the next value of a parameter.
    private func headerField(for parameter: PageParameter) -> String? {
        let names =
            ["next\(parameter.key)"]
            + (PageNames.cursors.contains(parameter.key) ? PageNames.nextCursors + ["continuation"] : [])
        guard PageNames.isPageParameter(parameter.key) else { return nil }
        let fields = plan.model.responses.filter(\.isSuccess).flatMap(\.headers).sorted()
        return fields.first { field in
            var words = Words(field).list
            if let first = words.first, ["x", "opc"].contains(first) { words.removeFirst() }
            if words.first == "ms" { words.removeFirst() }
            return names.contains(words.joined())
        }
    }

    /// Pages that end with the ID from which the next one starts, as those of Stripe.
    private var lastItem: PageRule? {
        guard let more = result.more, let parameter = parameters.first(where: { PageNames.afters.contains($0.key) }),
            parameter.type.isPosition
        else { return nil }
        if let id = result.leaves.first(where: { $0.key == "lastid" && $0.type.isPosition }) {
            return rule(.cursor(parameter: parameter.name, .property(id.path)), more: more)
        }
        guard let element = items?.type.element, case .named(let declaration) = element,
            case .object(let object) = declaration.kind,
            let id = object.properties.first(where: { $0.wireName == "id" }), id.type.isPosition
        else { return nil }
        let path = PropertyPath(element).appending(id, of: declaration)
        return rule(.cursor(parameter: parameter.name, .lastItem(path)), more: more)
    }

    // MARK: Numbers

    private var number: PageRule? {
        let candidates = parameters.filter { PageNames.numbers.contains($0.key) }
        // Some documents have numbers as texts.
        guard let parameter = candidates.first(where: { $0.isNumber || $0.isText && result.pageCount != nil }) else {
            return nil
        }
        if parameter.isNumber, let path = result.number(for: parameter) {
            return rule(.cursor(parameter: parameter.name, .property(path)), more: result.more, last: result.last)
        }
        // With a token beside the number, the URL has both.
        if result.link != nil, parameters.contains(where: { PageNames.cursors.contains($0.key) }) { return nil }
        let isSpring =
            result.leaves.contains { $0.key == "totalelements" } && result.leaves.contains { $0.key == "number" }
        let minimum = parameterMinimum(parameter)
        guard let first = parameter.first ?? minimum ?? (isSpring ? 0 : parameter.key == "pageindex" ? nil : 1) else {
            return nil
        }
        var rule = rule(.number(parameter: parameter.name, first: first))
        rule.pageCount = result.pageCount
        return rule.pageCount == nil ? ended(rule) : rule
    }

    private var offset: PageRule? {
        guard let parameter = parameters.first(where: { PageNames.offsets.contains($0.key) && $0.isNumber }) else {
            return nil
        }
        if let path = result.number(for: parameter) {
            return rule(.cursor(parameter: parameter.name, .property(path)), more: result.more, last: result.last)
        }
        if items == nil { return nil }
        // Indices of SCIM count from 1 (RFC 7644, section 3.4.2.4).
        let isSCIM =
            result.leaves.contains { $0.key == "totalresults" } && result.leaves.contains { $0.key == "itemsperpage" }
        let isIndex = parameter.key == "startindex" || parameter.key == "startposition"
        guard let first = parameter.first ?? parameterMinimum(parameter) ?? (isIndex ? isSCIM ? 1 : nil : 0) else {
            return nil
        }
        // `start` can also be a time.
        if parameter.key == "start", result.total == nil, result.more == nil || !hasSize { return nil }
        // A range has an end, and other offsets are those of a clock or of bytes.
        let ends: Set<String> = ["end", "to", "stop", "until"]
        if parameter.key == "start", parameters.contains(where: { ends.contains($0.key) }) { return nil }
        let words = Set(parameter.description.split { !$0.isLetter })
        if !words.isDisjoint(with: ["utc", "gmt", "timezone", "byte", "bytes"]) { return nil }
        return ended(rule(.offset(parameter: parameter.name, first: first)))
    }

    /// Adds the end of pages that a parameter counts; nil if nothing tells it.
    private func ended(_ rule: PageRule) -> PageRule? {
        var rule = rule
        if let more = result.more {
            rule.more = more
        } else if let last = result.last {
            rule.last = last
        } else if let next = result.next {
            rule.more = next
        } else if let total = result.total, rule.items != nil {
            rule.total = total
        } else {
            // A list alone ends with an empty page. A parameter without a size beside it could mean another kind of page, and a server
            // that ignores it would never end.
            guard rule.items != nil, hasSize else { return nil }
        }
        return rule
    }

    private var hasSize: Bool { parameters.contains { PageNames.sizes.contains($0.key) && $0.isNumber } }

    private func parameterMinimum(_ parameter: PageParameter) -> Int? {
        let schema = plan.arguments.first { $0.parameter.name == parameter.name }?.parameter.schema
        let minimum = (schema?.node["minimum"] ?? schema?.referenced?.node["minimum"])?.integer
        return minimum == 0 || minimum == 1 ? minimum : nil
    }

    private var link: PageRule? {
        guard let link = result.link, items != nil else { return nil }
        return rule(.link(link), more: result.more, last: result.last)
    }

    // MARK: Parts

    private var items: PropertyPath? { result.items(plan.model.path) }

    private func rule(
        _ position: PageRule.Position,
        more: PropertyPath? = nil,
        last: PropertyPath? = nil,
        evidence: String? = nil
    ) -> PageRule {
        PageRule(position: position, items: items, more: more, last: more == nil ? last : nil, evidence: evidence)
    }

    private func reason(for parameter: PageParameter) -> String {
        if PageNames.others.contains(parameter.key) { return "It leads to other pages than the next one." }
        if !parameter.type.isPosition { return "It takes neither a text nor a number." }
        if PageNames.numbers.contains(parameter.key) || PageNames.offsets.contains(parameter.key), parameter.isNumber {
            return items == nil
                ? "The result has no array, or several, and doesn't tell the end."
                : "The document doesn't tell the first position, or the end."
        }
        return "The result doesn't tell the next value."
    }
}

extension Schema {
    /// Whether the values are URLs, by the format, the description or the example.
    var describesURL: Bool {
        let parts = [self] + [referenced].compactMap { $0 } + allOf + anyOf + oneOf
        return parts.contains { part in
            if ["uri", "url", "uri-reference", "iri", "iri-reference"].contains(part.format) { return true }
            if let node = part.node.child("example"), case .string(let example) = node.unread, example.contains("://") {
                node.use()
                return true
            }
            let words = (part.description ?? "").lowercased().split { !$0.isLetter }
            return words.contains { ["url", "uri", "link"].contains($0) }
        }
    }
}
