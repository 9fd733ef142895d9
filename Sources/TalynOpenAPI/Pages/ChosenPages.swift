/// Checks the pages that a configuration gives against an operation.
struct ChosenPages {
    private let choice: PageChoice
    private let plan: OperationPlan
    private let type: TypeUse

    /// The rule of a choice; none for an operation that has no pages by choice, or that doesn't fit, which is reported.
    static func find(_ choice: PageChoice, for plan: OperationPlan, _ diagnostics: Diagnostics) -> PageRules.Finding {
        do throws(Misfit) {
            if case .none = choice.way { return .none }
            guard case .value(let type) = plan.result else { throw Misfit("Its result isn't JSON.") }
            var rule = try ChosenPages(choice: choice, plan: plan, type: type).rule()
            rule.evidence = "The configuration says so."
            return .rule(rule)
        } catch {
            diagnostics.skip(choice.file, choice.line, "The pages of '\(plan.id)' are left out. \(error.problem)")
            return .none
        }
    }

    private struct Misfit: Error {
        let problem: String

        init(_ problem: String) { self.problem = problem }
    }

    private func rule() throws(Misfit) -> PageRule {
        var rule = PageRule(position: .linkField)
        rule.items = try items()
        rule.more = try path("more", "a Boolean, a text or a number") { $0.isBoolean || $0.isPosition }
        rule.last = try path("last", "a Boolean", where: \.isBoolean)
        rule.pageCount = try path("pages", "a number", where: \.isNumber)
        rule.total = try path("total", "a number", where: \.isNumber)
        switch choice.way {
        case .none, .links: break
        case .url:
            guard let path = try path("url", "a text", where: \.isText) else { break }
            rule.position = .link(path)
        case .page(let name):
            rule.position = .number(parameter: try parameter(name), first: choice.first ?? 1)
            guard rule.items != nil || rule.more != nil || rule.last != nil || rule.pageCount != nil else {
                throw Misfit("Nothing tells the last page. Add 'items', 'pages', 'more' or 'last'.")
            }
        case .offset(let name):
            rule.position = .offset(parameter: try parameter(name), first: choice.first ?? 0)
            guard rule.items != nil else { throw Misfit("The result is no array. Add 'items'.") }
        case .cursor(let name, let source):
            rule.position = .cursor(parameter: try parameter(name), try self.source(source, rule.items))
        }
        return rule
    }

    private func parameter(_ name: String) throws(Misfit) -> String {
        let isKnown = plan.arguments.contains { argument in
            guard argument.parameter.location == .query else { return false }
            return argument.parameter.name == name
                || argument.parameter.style == .deepObject && name.hasPrefix("\(argument.parameter.name)[")
        }
        guard isKnown else { throw Misfit("The operation has no query parameter '\(name)'.") }
        return name
    }

    private func items() throws(Misfit) -> PropertyPath? {
        if type.unwrapped.element != nil, choice["items"] == nil { return PropertyPath(type) }
        return try path("items", "an array") { $0.element != nil }
    }

    private func source(_ source: PageChoice.Source, _ items: PropertyPath?) throws(Misfit) -> PageRule.Source {
        switch source {
        case .headerField(let name): return .headerField(name)
        case .lastItem(let text):
            guard let element = items?.type.element else { throw Misfit("The result is no array. Add 'items'.") }
            guard case .found(let path) = PropertyPath.resolve(text, in: element),
                path.type.isPosition || path.type.coded() != nil
            else {
                throw Misfit("The elements have no text or number '\(text)'.")
            }
            return .lastItem(path)
        case .property(let text):
            switch PropertyPath.resolve(text, in: type) {
            case .found(let path) where path.type.isPosition || path.type.coded() != nil: return .property(path)
            case .found(let path):
                // JSON of any type can be a text.
                if case .json = path.type { return .json(text) }
                throw Misfit("'\(text)' (at) must be a text or a number.")
            case .untyped: return .json(text)
            case .missing: throw Misfit("The result has no '\(text)' (at).")
            }
        }
    }

    private func path(_ key: String, _ kind: String, where fits: (TypeUse) -> Bool) throws(Misfit) -> PropertyPath? {
        guard let text = choice[key] else { return nil }
        switch PropertyPath.resolve(text, in: type) {
        case .found(let path) where fits(path.type): return path
        case .found: throw Misfit("'\(text)' (\(key)) must be \(kind).")
        case .untyped: throw Misfit("'\(text)' (\(key)) is in JSON without a type of its own.")
        case .missing: throw Misfit("The result has no '\(text)' (\(key)).")
        }
    }
}
