#if Macros
import Foundation
import SwiftSyntax

/// Writes the members of a target.
struct TargetWriter {
    let endpoints: [EndpointDeclaration]
    let settings: Settings
    /// The base URL as an expression; nil if it is written by hand.
    let baseURL: String?
    /// Whether each endpoint has the base URL as a value.
    var carriesBaseURL = false
    /// Whether the declaration has errors. They are reported already, and the generated members must cause no more.
    var isBroken = false
    /// The access modifier, with a space after it.
    let access: String
    /// The names of the members written by hand.
    let written: Set<String>
    /// The place of a node, as arguments of `#sourceLocation`.
    let place: (Syntax) -> String?

    /// Whether an attribute or a property sets how calls are authorized.
    var isAuthorizable: Bool {
        written.contains("authorizationType") || endpoints.contains { $0.settings.authorization != nil }
    }

    /// The members, in the order in which `TargetType` has them.
    var members: [String] {
        var members: [String] = []
        func add(_ name: String, _ member: @autoclosure () -> String?) {
            if !written.contains(name), let member = member() { members.append(member) }
        }
        if isBroken {
            add("baseURL", property("baseURL", "TalynMacros.FoundationTypes.URL", ["fatalError()"]))
            add("path", property("path", "Talyn.RequestPath", ["fatalError()"]))
            add("ResultType", settings.resultType.map { "\(access)typealias ResultType = \($0)" })
            return members
        }
        add("baseURL", baseURL.map { property("baseURL", "TalynMacros.FoundationTypes.URL", [$0]) } ?? carriedBaseURL)
        add("path", property("path", "Talyn.RequestPath", default: "\"\"") { $0.path })
        func addOptional(
            _ name: String,
            _ type: String,
            default fallback: String,
            _ expression: (EndpointDeclaration) -> EndpointExpression?
        ) {
            add(name, property(name, type, default: fallback, onlyIfNeeded: true, expression))
        }
        addOptional("method", "HTTPTypes.HTTPRequest.Method", default: ".get") {
            $0.route.map { EndpointExpression($0.expression) }
        }
        addOptional("query", "Talyn.RequestParameters", default: "[:]") { $0.query }
        add("headerFields", headerFields)
        addOptional("body", "Talyn.RequestBody", default: ".none") { $0.body }
        addOptional("validation", "Talyn.StatusValidation", default: ".successCodes") {
            $0.settings.validation.map { EndpointExpression($0) }
        }
        addOptional("coding", "Talyn.CodingOptions", default: "Talyn.CodingOptions()") { $0.coding }
        addOptional("envelope", "Talyn.ResponseEnvelope?", default: "nil") {
            $0.settings.envelope.map { EndpointExpression($0) }
        }
        addOptional("failureBodyType", "(any (Swift.Decodable & Swift.Sendable).Type)?", default: "nil") {
            $0.settings.failureBodyType.map { EndpointExpression($0) }
        }
        addOptional("sampleData", "TalynMacros.FoundationTypes.Data", default: "TalynMacros.FoundationTypes.Data()") {
            $0.settings.sample.map { EndpointExpression($0) }
        }
        addOptional("requestOptions", "Talyn.RequestOptions", default: "Talyn.RequestOptions()") { $0.requestOptions }
        if isAuthorizable {
            add(
                "authorizationType",
                property("authorizationType", "Talyn.AuthorizationType?", default: "nil") {
                    $0.settings.authorization.map { EndpointExpression($0) }
                }
            )
        }
        add("ResultType", settings.resultType.map { "\(access)typealias ResultType = \($0)" })
        return members
    }

    private var carriedBaseURL: String? {
        guard carriesBaseURL else { return nil }
        return property("baseURL", "TalynMacros.FoundationTypes.URL", default: "") { _ in
            EndpointExpression("baseURL", uses: ["baseURL"])
        }
    }

    /// The header fields: literals, or statements if a field depends on an optional value.
    private var headerFields: String? {
        let type = "HTTPTypes.HTTPFields"
        let addsContentType = !written.contains("body")
        guard endpoints.contains(where: { $0.hasOptionalHeaderField(addsContentType: addsContentType) }) else {
            return property("headerFields", type, default: "[:]", onlyIfNeeded: true) {
                $0.headerFields(addsContentType: addsContentType)
            }
        }
        var variable = "fields"
        while endpoints.contains(where: { $0.values.contains { $0.name == variable } }) { variable += "_" }
        let statements = endpoints.map {
            $0.headerFieldStatements(of: variable, addsContentType: addsContentType)
        }
        let lines =
            ["var \(variable): \(type) = [:]"] + switchLines(statements, "break", areStatements: true) + [
                "return \(variable)"
            ]
        return property("headerFields", type, lines)
    }

    /// A property with an expression for each endpoint.
    ///
    /// - Parameters:
    ///   - fallback: The value for endpoints without an expression.
    ///   - onlyIfNeeded: Whether to omit the property if no endpoint has an expression.
    private func property(
        _ name: String,
        _ type: String,
        default fallback: String,
        onlyIfNeeded: Bool = false,
        _ expression: (EndpointDeclaration) -> EndpointExpression?
    ) -> String? {
        let expressions = endpoints.map(expression)
        let given = expressions.compactMap { $0 }.filter { $0.text != fallback }
        if onlyIfNeeded, given.isEmpty { return nil }
        guard let first = expressions.first else {
            return property(name, type, ["switch self {", "}"])
        }
        if given.isEmpty { return property(name, type, [fallback]) }
        if let first, first.uses.isEmpty, expressions.allSatisfy({ $0 == first }),
            endpoints.allSatisfy({ $0.condition == nil })
        {
            return property(name, type, [first.text])
        }
        return property(name, type, switchLines(expressions, fallback))
    }

    /// A switch over the endpoints, by lines.
    ///
    /// Each expression has a `return`: the compiler checks the types of a switch without them as one expression, in a time that
    /// grows with the square of its cases.
    private func switchLines(_ expressions: [EndpointExpression?], _ fallback: String, areStatements: Bool = false)
        -> [String]
    {
        let keyword = areStatements ? "" : "return "
        var lines = ["switch self {"]
        // The conditions of the endpoints with the fallback; nil for an endpoint outside of `#if`.
        var others: [String?] = []
        var groups: [(expression: EndpointExpression, patterns: [String], location: String?)] = []
        for (endpoint, expression) in zip(endpoints, expressions) {
            guard let expression, expression.text != fallback else {
                others.append(endpoint.condition)
                continue
            }
            let pattern = endpoint.pattern(binding: expression.uses)
            // The compiler reports a type that doesn't fit at the value.
            let location = endpoint.doubtfulValue(among: expression.uses).flatMap { place($0.node) }
            if let condition = endpoint.condition {
                let own = caseLines(pattern, expression, location: location)
                lines += ["#if \(condition)"] + own + ["#endif"]
            } else if expression.uses.isEmpty,
                let index = groups.firstIndex(where: { $0.expression.text == expression.text })
            {
                groups[index].patterns.append(pattern)
            } else {
                groups.append((expression, [pattern], location))
            }
        }
        lines += groups.flatMap {
            caseLines($0.patterns.joined(separator: ", "), $0.expression, location: $0.location)
        }
        if others.contains(nil) {
            lines.append("default: \(keyword)\(fallback)")
        } else if !others.isEmpty {
            // The compiler warns of a `default` that is never executed, so it needs the conditions of these endpoints.
            let conditions = Set(others.compactMap { $0 }).sorted()
            let any = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " || ")
            lines += ["#if \(any)", "default: \(keyword)\(fallback)", "#endif"]
        }
        return lines + ["}"]
    }

    private func caseLines(_ pattern: String, _ expression: EndpointExpression, location: String?) -> [String] {
        let lines = (expression.statements ?? ["return \(expression.text)"]).located(at: location)
        return lines.count == 1 ? ["case \(pattern): \(lines[0])"] : ["case \(pattern):"] + lines.map { "    \($0)" }
    }

    private func property(_ name: String, _ type: String, _ lines: [String]) -> String {
        if lines.count == 1, lines[0].count < 80 { return "\(access)var \(name): \(type) { \(lines[0]) }" }
        let body = lines.map { "    \($0)" }.joined(separator: "\n")
        return "\(access)var \(name): \(type) {\n\(body)\n}"
    }
}
#endif
