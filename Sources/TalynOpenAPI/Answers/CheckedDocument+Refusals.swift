import HTTPTypes
import TalynCore

extension CheckedDocument {
    /// The reason to refuse a request; nil if the document allows it.
    func problem(of request: CheckedRequest, _ operation: OperationModel, _ path: [String: Substring]) -> Problem? {
        if let problem = missingCredential(in: request, operation) { return problem }
        let bodyFaults = bodyFaults(of: request, operation)
        if bodyFaults.contains(where: { $0.kind == .mediaType }) {
            let types = operation.body?.contents.map(\.mediaType).joined(separator: ", ") ?? ""
            var problem = Self.problem(415, bodyFaults)
            problem.headerFields = [.accept: types]
            return problem
        }
        let parameters = parameterFaults(of: request, operation, path).filter { !$0.isUndeclared }
        if !parameters.isEmpty { return Self.problem(400, parameters) }
        let faults = bodyFaults.filter { $0.kind != .undeclared }
        guard !faults.isEmpty else { return nil }
        let isReadable = faults.allSatisfy { $0.kind == .invalid }
        return Self.problem(isReadable ? 422 : 400, faults)
    }

    private static func problem(_ status: Int, _ found: [Disagreement]) -> Problem {
        let sentences = found.prefix(3).map { "\($0)".capitalizedFirst + "." }
        let rest = found.count > 3 ? ["\(found.count - 3) more faults are in 'errors'."] : []
        return Problem(status: status, detail: (sentences + rest).joined(separator: " "), disagreements: found)
    }

    static let unknownPath = Problem(
        status: 404,
        detail: "The document has no path for this request. Check the path and the base path."
    )

    static func unknownMethod(_ allowed: [String]) -> Problem {
        let list = allowed.joined(separator: ", ")
        let detail = "The document has this path with other methods: \(list)."
        return Problem(status: 405, detail: detail, headerFields: [.allow: list])
    }

    private func missingCredential(in request: CheckedRequest, _ operation: OperationModel) -> Problem? {
        let requirements = document.security(of: operation)
        guard !requirements.isEmpty else { return nil }
        let schemes = Dictionary(document.securitySchemes.map { ($0.name, $0) }) { first, _ in first }
        var missing: [SecurityScheme] = []
        for requirement in requirements {
            let known = requirement.compactMap { schemes[$0] }
            // A scheme that isn't known can't be checked. Clients leave its alternative out.
            if known.count < requirement.count { return nil }
            let lacking = known.filter { !has($0, request) }
            if lacking.isEmpty { return nil }
            missing += lacking.filter { scheme in !missing.contains { $0.name == scheme.name } }
        }
        let names = missing.map(\.sentence).joined(separator: ", or ")
        let detail = "The request lacks a credential: send \(names). Any value is accepted."
        let challenges = Set(missing.map(\.challenge)).sorted().map { HTTPField(name: .wwwAuthenticate, value: $0) }
        return Problem(status: 401, detail: detail, headerFields: HTTPFields(challenges))
    }

    private func has(_ scheme: SecurityScheme, _ request: CheckedRequest) -> Bool {
        func authorization(_ name: String) -> Bool {
            request.headerFields[values: .authorization].contains { value in
                let parts = value.split(separator: " ", maxSplits: 1)
                return parts.count == 2 && parts[0].lowercased() == name.lowercased()
            }
        }
        switch scheme.kind {
        case .bearer, .oauth: return authorization("Bearer")
        case .basic: return authorization("Basic")
        case .http(let name): return authorization(name)
        case .apiKey(in: "header", let name):
            return HTTPField.Name(name).map { request.headerFields[$0]?.isEmpty == false } ?? true
        case .apiKey(in: "query", let name): return request.pairs.contains { $0.name == name && !$0.encoded.isEmpty }
        case .apiKey(_, let name): return request.cookies.contains { $0.name == name && !$0.text.isEmpty }
        }
    }
}

extension SecurityScheme {
    fileprivate var sentence: String {
        switch kind {
        case .bearer, .oauth: "'Authorization: Bearer TOKEN'"
        case .basic: "'Authorization: Basic CREDENTIALS'"
        case .http(let scheme): "'Authorization: \(scheme) CREDENTIALS'"
        case .apiKey(in: "header", let name): "the header field '\(name)'"
        case .apiKey(in: "query", let name): "the query parameter '\(name)'"
        case .apiKey(_, let name): "the cookie '\(name)'"
        }
    }

    /// The challenge of a response with status 401 (RFC 9110, section 11.6.1).
    fileprivate var challenge: String {
        switch kind {
        case .bearer, .oauth: "Bearer"
        case .basic: "Basic realm=\"api\""
        case .http(let scheme): scheme
        case .apiKey: "ApiKey"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
