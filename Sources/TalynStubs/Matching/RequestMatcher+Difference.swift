import _TalynFoundation
import _TalynSupport

extension RequestMatcher.Condition {
    /// The differences between a request and the condition, without secrets. Empty if the request matches.
    func differences(of request: MatchedRequest) -> [Difference] {
        guard !matches(request) else { return [] }
        switch self {
        case .all(let conditions):
            return conditions.flatMap { $0.differences(of: request) }
        case .either(let conditions):
            return conditions.map { $0.differences(of: request) }.min { $0.weight < $1.weight } ?? []
        case .path(let template):
            return template.differences(of: request)
        default:
            return [Difference(weight: weight, text: difference(of: request))]
        }
    }

    /// The weight of a difference. A call of another target is farther away than a call with another value.
    private var weight: Int {
        switch self {
        case .target: 8
        case .host: 4
        case .method: 3
        default: 1
        }
    }

    private func difference(of request: MatchedRequest) -> String {
        let received = request.request
        switch self {
        case .target(let condition):
            guard let target = received.target else {
                return condition.request == nil
                    ? "the target isn't known" : "the request isn't that of \(condition.label)"
            }
            let label = target.targetName
            return label == condition.label
                ? "\(label) has other values" : "the target is \(label), not \(condition.label)"
        case .method(let method): return "the method is \(received.method.rawValue), not \(method.rawValue)"
        case .host(let host): return "the host is \(request.origin?.host ?? "none"), not \(host)"
        case .query(let name, let value):
            return Self.difference("query parameter", name, value, request.query, received)
        case .form(let name, let value): return Self.difference("form field", name, value, request.form, received)
        case .header(let name, let value):
            let items = received.headerFields[values: name].map { URLQueryItem(name: name.rawName, value: $0) }
            return Self.difference("header field", name.rawName, value, QueryItems(items), received)
        case .json(let condition): return condition.difference(of: request.json, besides: received.request.secretNames)
        case .body: return "the body differs"
        case .webSocket: return "it opens no WebSocket"
        case .custom(let description, _): return "it fails the condition '\(description)'"
        case .not(let condition): return "it matches \(condition), which it must not"
        case .any, .all, .either, .path: return "\(self)"
        }
    }

    private static func difference(
        _ kind: String,
        _ name: String,
        _ value: String?,
        _ items: QueryItems,
        _ request: ReceivedRequest
    ) -> String {
        guard let item = items.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            return "there is no \(kind) '\(name)'"
        }
        let shown = [item.value, value].map {
            SecretFreeText.value($0 ?? "", of: name, besides: request.request.secretNames)
        }
        return "the \(kind) '\(name)' is \(shown[0]), not \(shown[1])"
    }

    /// A difference between a request and a stub.
    struct Difference {
        let weight: Int
        let text: String
    }
}

extension [RequestMatcher.Condition.Difference] {
    var weight: Int { reduce(0) { $0 + $1.weight } }
}

extension PathTemplate {
    func differences(of request: MatchedRequest) -> [RequestMatcher.Condition.Difference] {
        var differences: [RequestMatcher.Condition.Difference] = []
        if origin != nil, !hasOrigin(of: request) {
            differences.append(.init(weight: 4, text: "the origin is \(request.origin?.description ?? "none")"))
        }
        if !matches(request.path) {
            let others = zip(segments, request.path).filter { segment, text in
                if case .literal(let literal) = segment { literal != text } else { text.isEmpty }
            }
            let weight = 2 + others.count + abs(segments.count - request.path.count)
            let shown = request.encodedPath
            differences.append(.init(weight: weight, text: "the path is \(shown.isEmpty ? "empty" : shown)"))
        }
        for parameter in query {
            differences += RequestMatcher.Condition.query(name: parameter.name, value: parameter.value)
                .differences(of: request)
        }
        return differences
    }
}

extension JSONCondition {
    /// - Parameter secretNames: The names of secrets that the call declares.
    func difference(of json: JSONNode?, besides secretNames: Set<String>) -> String {
        guard value != nil else { return "the expected value can't be encoded" }
        guard let json else { return "the body isn't JSON" }
        guard let keyPath else { return "the JSON of the body differs" }
        guard let found = json.value(atKeyPath: keyPath) else { return "the JSON has nothing at '\(keyPath)'" }
        switch (found, value) {
        case (.string(let text), .string(let expected)?):
            let shown = [text, expected].map { SecretFreeText.value($0, of: keyPath, besides: secretNames) }
            return "the JSON has \(shown[0]) at '\(keyPath)', not \(shown[1])"
        default:
            return "the JSON has another value at '\(keyPath)'"
        }
    }
}
