extension OperationWriter {
    func writeOperation(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(["The operation `\(plan.id)`."])
        writeDeprecation(plan, to: &writer)
        let opening = "public static func \(SwiftName.escaped(plan.function))("
        writer.list(opening, parameters.map(\.declaration), ") -> APIOperation<\(resultType(plan))> {")
        writer.indented { writer in
            var items = items(of: plan)
            let isLong = items.contains { $0.items.count > Self.maximumItems }
            if isLong { writeItems(&items, to: &writer) }
            writer.line("\(isLong ? "return " : "")APIOperation(")
            writer.indented { writer in
                var arguments = [
                    Argument(
                        "\(plan.id.swiftLiteral), tag: \(plan.tag.name.swiftLiteral), \(plan.model.method.swiftLiteral), \(path(of: plan)), at: \(server(of: plan))"
                    )
                ]
                arguments += items
                if let body { arguments.append(Argument("body: \(expression(body))")) }
                if let accept = accept(of: plan) { arguments.append(Argument("accept: \(accept)")) }
                if plan.hasUnixTimes { arguments.append(Argument("dates: .secondsSince1970")) }
                if let end = plan.endOfEvents { arguments.append(Argument("endOfEvents: \(end.expression)")) }
                if !plan.failures.isEmpty {
                    let failures = plan.failures.map { "\($0.status.swiftLiteral): \(failure($0.type, of: plan)).self" }
                    arguments.append(Argument("failures", list: failures))
                }
                if !plan.security.allSatisfy(\.isEmpty) {
                    let alternatives = plan.security.map { "[\($0.map(\.swiftLiteral).joined(separator: ", "))]" }
                    arguments.append(Argument("security", list: alternatives))
                }
                if !plan.scopes.isEmpty {
                    let scopes = plan.scopes.sorted { $0.key < $1.key }.map { name, scopes in
                        "\(name.swiftLiteral): [\(scopes.sorted().map(\.swiftLiteral).joined(separator: ", "))]"
                    }
                    arguments.append(Argument("scopes", list: scopes))
                }
                for (index, argument) in arguments.enumerated() {
                    let comma = index + 1 < arguments.count ? "," : ""
                    writer.list(argument.opening, argument.items, argument.closing + comma)
                }
            }
            writer.line(")")
        }
        writer.line("}")
        writer.line()
    }

    /// The number of elements of an array literal whose types the compiler finds fast.
    static let maximumItems = 40

    /// Writes a statement for each element of long arrays, and leaves the names of the arrays.
    private func writeItems(_ arguments: inout [Argument], to writer: inout SourceWriter) {
        for index in arguments.indices where arguments[index].items.count > Self.maximumItems {
            let isQuery = arguments[index].opening.hasPrefix("query")
            let (label, type) = isQuery ? ("query", "QueryItem") : ("headers", "HeaderItem")
            writer.line("var _\(label): [\(type)?] = []")
            for item in arguments[index].items { writer.line("_\(label).append(\(item))") }
            arguments[index] = Argument("\(label): _\(label)")
        }
    }

    /// An argument that is a list, or text alone.
    private struct Argument {
        var opening: String
        var items: [String] = []
        var closing = ""

        init(_ text: String) { opening = text }

        init(_ label: String, list: [String]) {
            opening = "\(label): ["
            items = list
            closing = "]"
        }
    }

    private func accept(of plan: OperationPlan) -> String? {
        let call = plan.calls[0]
        return acceptParameter(of: plan, call).first?.name ?? call.mediaTypes.first?.swiftLiteral
    }

    /// The type of a failure's body. Bare times have the format of the result.
    private func failure(_ type: TypeUse, of plan: OperationPlan) -> String {
        type.hasUnixTime == plan.hasUnixTimes ? type.swift() : type.coded() ?? type.swift()
    }

    private func server(of plan: OperationPlan) -> String {
        ServerWriter.expression(plan.model, in: place, clientName)
    }

    private func path(of plan: OperationPlan) -> String {
        var text = String(ServerWriter.basePath(of: plan.model, in: place).swiftLiteral.dropLast())
        for part in PathParts(plan.model.path).list {
            switch part {
            case .literal(let literal): text += literal.swiftLiteral.dropFirst().dropLast()
            case .parameter(let name):
                let inPath = plan.arguments.lazy.filter { $0.parameter.location == .path }
                guard let argument = inPath.first(where: { $0.parameter.name == name }) else { continue }
                text += "\\(\(interpolation(argument, name: name.swiftLiteral)))"
            }
        }
        return text + "\""
    }

    private func interpolation(_ argument: OperationPlan.Argument, name: String) -> String {
        let value = argument.type.encoded(SwiftName.escaped(argument.name))
        let parameter = argument.parameter
        func styled(_ style: String) -> String {
            "\(style): \(value), name: \(name)\(parameter.explodes ? ", explode: true" : "")"
        }
        if parameter.isJSON { return "json: \(value), name: \(name)" }
        if argument.hasSegments { return "segments: \(value), name: \(name)" }
        switch parameter.style {
        case .label: return styled("label")
        case .matrix: return styled("matrix")
        default: return argument.type.isTextInPath ? "\(value), name: \(name)" : styled("simple")
        }
    }

    private func items(of plan: OperationPlan) -> [Argument] {
        var query = PathParts(plan.model.path).query.map { ".form(\($0.name.swiftLiteral), \($0.value.swiftLiteral))" }
        var headers: [String] = []
        for argument in plan.arguments {
            let parameter = argument.parameter
            let name = SwiftName.escaped(argument.name)
            let value = argument.type.encoded(name, isRequired: argument.isRequired)
            let start = "\(parameter.name.swiftLiteral), \(value)"
            switch parameter.location {
            case .path: break
            case .query: query.append(queryItem(start, parameter))
            case .header:
                let explode = parameter.explodes ? ", explode: true" : ""
                headers.append(parameter.isJSON ? ".json(\(start))" : ".field(\(start)\(explode))")
            case .querystring: query.append(queryItem(value, parameter))
            case .cookie:
                let explode =
                    (parameter.explodes ? "" : ", explode: false")
                    + (parameter.style == .cookie ? ", percentEncoded: false" : "")
                let json = "\(parameter.name.swiftLiteral), json: \(value)"
                headers.append(".cookie(\(parameter.isJSON ? json : start + explode))")
            }
        }
        return [Argument("query", list: query), Argument("headers", list: headers)].filter { !$0.items.isEmpty }
    }

    /// The item of a parameter of the query, by its name and value, or by the value alone of one that is the whole query.
    private func queryItem(_ start: String, _ parameter: OpenAPIParameter) -> String {
        if parameter.location == .querystring {
            return parameter.isJSON ? ".whole(json: \(start))" : ".whole(\(start))"
        }
        if parameter.isJSON { return ".json(\(start))" }
        switch parameter.style {
        case .deepObject: return ".deepObject(\(start))"
        case .spaceDelimited, .pipeDelimited:
            return ".\(parameter.style.rawValue)(\(start)\(parameter.explodes ? ", explode: true" : ""))"
        case .tabDelimited: return ".tabDelimited(\(start))"
        default:
            let explode = parameter.explodes ? "" : ", explode: false"
            return ".form(\(start)\(explode)\(parameter.allowsReserved ? ", reserved: true" : ""))"
        }
    }

    private func expression(_ body: OperationPlan.Body) -> String {
        let type = body.isChosen ? "contentType" : body.standardType?.swiftLiteral ?? ""
        let label = SwiftName.escaped(body.label)
        switch body.kind {
        case .json(let json):
            let value = json.encoded(label, isRequired: body.isRequired)
            let isStandard = !body.isChosen && body.standardType == "application/json"
            return ".json(\(value)\(isStandard ? "" : ", as: \(type)"))"
        case .form(_, let style, let styles):
            var arguments = [label]
            if let style { arguments.append(".\(style)") }
            if !styles.isEmpty {
                let list = styles.map { "\($0.name.swiftLiteral): .\($0.style)" }.joined(separator: ", ")
                arguments.append(contentsOf: style == nil ? [".exploded", "[\(list)]"] : ["[\(list)]"])
            }
            return ".form(\(arguments.joined(separator: ", ")))"
        case .multipart, .parts:
            let form = if case .parts = body.kind { label } else { "\(label)\(body.isRequired ? "" : "?").parts" }
            let isStandard = body.standardType == nil || body.standardType == "multipart/form-data"
            return ".multipart(\(form)\(isStandard ? "" : ", as: \(type)"))"
        case .text: return ".text(\(label), as: \(type))"
        case .bytes: return ".bytes(\(label), as: \(type))"
        }
    }
}

/// The parameter of a document, in a file that has parameters of functions, too.
typealias OpenAPIParameter = Parameter

extension OperationPlan.Argument {
    /// Whether the slashes of the value stay in the path. Only a text without a style of its own can have them.
    var hasSegments: Bool {
        (parameter.hasSeveralSegments || parameter.allowsReserved) && type.isTextInPath && parameter.style == .simple
    }
}

extension TypeUse {
    fileprivate var isTextInPath: Bool {
        switch self {
        case .string, .int, .int64, .uint64, .double, .bool, .date, .unixDate, .day: true
        case .named(let declaration): if case .enumeration = declaration.kind { true } else { false }
        default: false
        }
    }
}
