import _TalynFoundation

extension RequestMatcher.Condition {
    /// The conditions that must all hold.
    var conjuncts: [Self] {
        if case .all(let conditions) = self { conditions } else { [self] }
    }

    func matches(_ request: MatchedRequest) -> Bool {
        switch self {
        case .any: true
        case .target(let condition): Self.matches(condition, request)
        case .method(let method): request.request.method == method
        case .path(let template): template.matches(request)
        case .host(let host): request.origin?.host == host.lowercased()
        case .query(let name, let value): Self.matches(name, value, in: request.query)
        case .header(let name, let value):
            value.map { request.request.headerFields[values: name].contains($0) }
                ?? request.request.headerFields.contains(name)
        case .form(let name, let value): Self.matches(name, value, in: request.form)
        case .json(let condition): condition.matches(request.json)
        case .body(let data): request.request.body == data
        case .webSocket: request.request.request.webSocket != nil
        case .custom(_, let condition): condition(request.request)
        case .all(let conditions): conditions.allSatisfy { $0.matches(request) }
        case .either(let conditions): conditions.contains { $0.matches(request) }
        case .not(let condition): !condition.matches(request)
        }
    }

    private static func matches(_ condition: TargetCondition, _ request: MatchedRequest) -> Bool {
        if let target = request.request.target { return condition.matches(target) }
        guard let expected = condition.request else { return false }
        return expected.method == request.request.method && expected.head.path == request.request.request.head.path
    }

    static func matches(_ name: String, _ value: String?, in items: QueryItems) -> Bool {
        items.contains { $0.name == name && (value == nil || $0.value ?? "" == value) }
    }

    /// The path template that the request matches.
    func template(for request: MatchedRequest) -> PathTemplate? {
        switch self {
        case .path(let template): template
        case .all(let conditions): conditions.lazy.compactMap { $0.template(for: request) }.first
        case .either(let conditions): conditions.first { $0.matches(request) }?.template(for: request)
        default: nil
        }
    }
}

extension PathTemplate {
    func matches(_ request: MatchedRequest) -> Bool {
        guard matches(request.path), origin == nil || hasOrigin(of: request) else { return false }
        return query.allSatisfy { RequestMatcher.Condition.matches($0.name, $0.value, in: request.query) }
    }

    func hasOrigin(of request: MatchedRequest) -> Bool {
        origin.flatMap { URL(string: $0) }.flatMap { Origin($0) } == request.origin
    }
}
