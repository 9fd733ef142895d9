extension PageRule {
    var expression: String {
        switch position {
        case .linkField: ".links"
        case .link(let path): ".link { \(whileMore(path.expression())) }"
        case .cursor(let parameter, let source): cursor(parameter.swiftLiteral, source)
        case .number(let parameter, let first):
            ".number(\(parameter.swiftLiteral)\(first == 1 ? "" : ", from: \(first)")) { \(content) }"
        case .offset(let parameter, let first):
            ".offset(\(parameter.swiftLiteral)\(first == 0 ? "" : ", from: \(first)")) { \(content) }"
        }
    }

    private func cursor(_ parameter: String, _ source: Source) -> String {
        switch source {
        case .json(let path): return ".cursor(\(parameter), at: \(path.swiftLiteral))"
        case .headerField(let name): return ".cursor(\(parameter), inField: \(name.swiftLiteral))"
        case .property(let path):
            return ".cursor(\(parameter)) { \(whileMore(Self.encoded(path))) }"
        case .lastItem(let path):
            let last = (items ?? path).member("last")
            return ".cursor(\(parameter)) { \(whileMore(Self.encoded(path, of: "\(last)?"))) }"
        }
    }

    /// The expression for a value as it stands in the JSON.
    private static func encoded(_ path: PropertyPath, of start: String = "$0") -> String {
        if path.type.coded() == nil { return path.expression(start) }
        return path.isOptional || start != "$0"
            ? path.mapped("map { \(path.type.encoded("$0")) }", start) : path.type.encoded(path.expression(start))
    }

    /// The value, or nil after the last page.
    private func whileMore(_ value: String) -> String {
        if let more, more.type.isBoolean {
            return more.isOptional
                ? "\(more.expression()) == false ? nil : \(value)" : "\(more.expression()) ? \(value) : nil"
        }
        if let more { return "\(more.expression()) == nil ? nil : \(value)" }
        if let last {
            return last.isOptional
                ? "\(last.expression()) == true ? nil : \(value)" : "\(last.expression()) ? nil : \(value)"
        }
        return value
    }

    private var content: String {
        var arguments: [String] = []
        if let items {
            arguments.append("count: \(items.member("count"))\(items.isOptional ? " ?? 0" : "")")
        }
        if let total { arguments.append("total: \(Self.integer(total))") }
        if let pageCount { arguments.append("pageCount: \(Self.integer(pageCount))") }
        if let more { arguments.append("hasMore: \(Self.isThere(more))") }
        if let last {
            arguments.append("hasMore: \(last.isOptional ? last.mapped("map { !$0 }") : "!\(last.expression())")")
        }
        return "PageContent(\(arguments.joined(separator: ", ")))"
    }

    private static func integer(_ path: PropertyPath) -> String {
        if case .int = path.type { return path.expression() }
        return path.isOptional ? path.mapped("flatMap { Int(exactly: $0) }") : "Int(exactly: \(path.expression()))"
    }

    private static func isThere(_ path: PropertyPath) -> String {
        switch path.type {
        case .bool: path.expression()
        // An empty text is no link.
        case .string: path.isOptional ? "\(path.member("isEmpty")) == false" : "!\(path.expression()).isEmpty"
        default: "\(path.expression()) != nil"
        }
    }

    var explanation: String { [sentence, evidence].compactMap { $0 }.joined(separator: " ") }

    private var sentence: String {
        switch position {
        case .linkField: "The next page is the link `next` of the header field `Link`."
        case .link(let path): "The next page is at the URL in `\(path.text)`\(condition)."
        case .cursor(let parameter, let source):
            switch source {
            case .property(let path): "The query parameter `\(parameter)` takes `\(path.text)`\(condition)."
            case .json(let path): "The query parameter `\(parameter)` takes `\(path)`\(condition)."
            case .headerField(let name):
                "The query parameter `\(parameter)` takes the header field `\(name)`\(condition)."
            case .lastItem(let path):
                "The query parameter `\(parameter)` takes `\(path.text)` of the last element of `\(items?.text ?? "")`\(condition)."
            }
        case .number(let parameter, let first):
            "The query parameter `\(parameter)` counts pages from \(first)\(condition)."
        case .offset(let parameter, let first):
            "The query parameter `\(parameter)` counts elements\(itemsText.isEmpty ? "" : " of \(itemsText)") from \(first)\(condition)."
        }
    }

    private var itemsText: String { items.map { $0.steps.isEmpty ? "" : "`\($0.text)`" } ?? "" }

    private var condition: String {
        if let more { return ", while `\(more.text)` is \(more.type.isBoolean ? "true" : "there")" }
        if let last { return ", until `\(last.text)` is true" }
        if let pageCount { return ", to `\(pageCount.text)`" }
        if let total { return ", to `\(total.text)`" }
        switch position {
        case .number, .offset: return ", until a page is empty"
        default: return ""
        }
    }

    /// The expression that gives the elements of a page; nil for one that is a list, and if they aren't known.
    var elements: String? {
        guard let items, !items.steps.isEmpty else { return nil }
        return "\(items.expression("$0.value"))\(items.isOptional ? " ?? []" : "")"
    }
}
