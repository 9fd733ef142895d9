/// Writes the functions of an operation: one that calls it, one that makes it as a value, and those of pages and streams.
struct OperationWriter {
    let clientName: String

    func write(_ plan: OperationPlan, to writer: inout SourceWriter) {
        let bodies: [OperationPlan.Body?] = plan.bodies.isEmpty ? [nil] : plan.bodies
        for body in bodies {
            let parameters = parameters(of: plan, body)
            if let streaming = plan.events {
                writeStream(plan, body, streaming, parameters, to: &writer)
            }
            if let lines = plan.lines {
                writeLines(plan, body, lines, parameters, to: &writer)
            } else if plan.events == nil || hasResult(plan) {
                writeCall(plan, body, parameters, to: &writer)
            }
            if let pagination = plan.pagination { writePages(plan, body, pagination, parameters, to: &writer) }
            if case .bytes = plan.result { writeDownload(plan, body, parameters, to: &writer) }
            writeOperation(plan, body, parameters, to: &writer)
        }
    }

    private func hasResult(_ plan: OperationPlan) -> Bool {
        if case .value = plan.result { true } else { false }
    }

    // MARK: Parameters

    private struct Parameter {
        var name: String
        var label: String
        var type: String
        var defaultValue: String?
        var documentation: String?

        var declaration: String { "\(label): \(type)\(defaultValue.map { " = \($0)" } ?? "")" }
        /// Labels of calls need no backticks, except one.
        var argument: String { "\(label == "`inout`" ? label : label.filter { $0 != "`" }): \(name)" }
    }

    private func parameters(of plan: OperationPlan, _ body: OperationPlan.Body?) -> [Parameter] {
        func parameter(_ argument: OperationPlan.Argument) -> Parameter {
            let name = SwiftName.escaped(argument.name)
            let text = argument.parameter.description ?? argument.parameter.schema?.description
            var documentation = Documentation.lines(text).first { !$0.isEmpty }
            if let value = argument.parameter.schema?.defaultValue.flatMap({ TypePlanner.text(of: $0) }),
                !argument.isRequired
            {
                documentation = "\(documentation ?? "")\(documentation == nil ? "" : " ")Default: `\(value)`."
            }
            return Parameter(
                name: name,
                label: name,
                type: argument.type.swift() + (argument.isRequired ? "" : "?"),
                defaultValue: argument.isRequired ? argument.defaultValue : "nil",
                documentation: documentation
            )
        }
        let required = plan.arguments.filter { $0.isRequired && $0.defaultValue == nil }
        let optional = plan.arguments.filter { !$0.isRequired || $0.defaultValue != nil }
        var result = required.map { parameter($0) }
        if let body, body.isRequired { result += self.parameters(of: body) }
        result += optional.map { parameter($0) }
        if let body, !body.isRequired { result += self.parameters(of: body) }
        return result
    }

    private func parameters(of body: OperationPlan.Body) -> [Parameter] {
        let type =
            switch body.kind {
            case .json(let type), .form(let type, _, _): type.swift()
            case .multipart(let declaration): declaration.fullName
            case .parts: "MultipartForm"
            case .text: "String"
            case .bytes: "HTTPBody"
            }
        let documentation = Documentation.lines(body.description).first
        var result = [
            Parameter(
                name: body.label,
                label: body.label,
                type: type + (body.isRequired ? "" : "?"),
                defaultValue: body.isRequired ? nil : "nil",
                documentation: documentation
            )
        ]
        switch body.kind {
        case .text where body.mediaType == nil, .bytes where body.mediaType == nil:
            let text = "The media type of the body."
            let value = "application/octet-stream".swiftLiteral
            result.append(
                Parameter(
                    name: "contentType",
                    label: "contentType",
                    type: "String",
                    defaultValue: value,
                    documentation: text
                )
            )
        default: break
        }
        return result
    }

    // MARK: Functions

    private func documentation(_ plan: OperationPlan, _ parameters: [Parameter], _ first: String? = nil) -> [String] {
        var lines = first.map { [$0] } ?? Documentation.lines(plan.model.summary)
        let description = Documentation.lines(plan.model.description)
        if first == nil, description != lines, !description.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines += description
        }
        if lines.isEmpty { lines = ["`\(plan.model.method) \(plan.model.path)`"] }
        if let url = plan.model.documentation, first == nil, !url.contains("\n") { lines += ["", "See \(url)."] }
        let documented = parameters.filter { $0.documentation != nil }
        if !documented.isEmpty, first == nil {
            lines += ["", "- Parameters:"]
            lines += documented.map { "  - \($0.name): \($0.documentation ?? "")" }
        }
        return lines
    }

    /// Writes a function that calls the provider with the operation.
    ///
    /// - Parameters:
    ///   - name: The name of the function.
    ///   - plan: The operation.
    ///   - parameters: The parameters of the operation, and of the function.
    ///   - result: The effects and the type of the result.
    ///   - call: The call of the provider before the operation, and after it.
    private func writeFunction(
        _ name: String,
        _ plan: OperationPlan,
        _ parameters: [Parameter],
        _ result: String,
        _ call: (String, String),
        to writer: inout SourceWriter
    ) {
        let declarations = parameters.map(\.declaration) + ["options: RequestOptions = RequestOptions()"]
        writer.list("public func \(SwiftName.escaped(name))(", declarations, ")\(result) {")
        let operation = "Self.\(SwiftName.escaped(plan.function))("
        writer.indented { writer in
            if writer.fits(call.0 + operation + parameters.map(\.argument).joined(separator: ", ") + ")" + call.1) {
                return writer.list(call.0 + operation, parameters.map(\.argument), ")" + call.1)
            }
            writer.list("let operation = " + operation, parameters.map(\.argument), ")")
            writer.line("return \(call.0)operation\(call.1)")
        }
        writer.line("}")
        writer.line()
    }

    private func resultType(_ plan: OperationPlan) -> String {
        switch plan.result {
        case .empty: "EmptyResult"
        case .value(let type): type.swift()
        case .text: "String"
        case .bytes: "Data"
        }
    }

    private func writeDeprecation(_ plan: OperationPlan, to writer: inout SourceWriter) {
        if plan.model.isDeprecated { writer.line("@available(*, deprecated)") }
    }

    private func writeCall(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(documentation(plan, parameters))
        writeDeprecation(plan, to: &writer)
        let isEmpty = if case .empty = plan.result { true } else { false }
        let result = " async throws(TalynError)" + (isEmpty ? "" : " -> \(resultType(plan))")
        let call = isEmpty ? "try await self.provider.call(" : "try await self.provider.result(of: "
        writeFunction(plan.function, plan, parameters, result, (call, ", options)"), to: &writer)
    }

    private func writePages(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ pagination: String,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(["The pages of `\(plan.function)`, each fetched when it is asked for."])
        writeDeprecation(plan, to: &writer)
        let result = " -> PageStream<\(resultType(plan))>"
        let call = ("self.provider.pages(of: ", ", by: \(pagination), options)")
        writeFunction("\(plan.function)Pages", plan, parameters, result, call, to: &writer)
    }

    private func writeStream(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ events: OperationPlan.Events,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        let (type, argument) =
            switch events {
            case .plain: ("ServerSentEvent", "")
            case .decoded(let type): (type.swift(), ", as: \(type.swift()).self")
            }
        let isOnly = !hasResult(plan)
        writer.comment(
            isOnly
                ? documentation(plan, parameters)
                : documentation(plan, parameters, "The server-sent events of `\(plan.function)`.")
        )
        writeDeprecation(plan, to: &writer)
        let change = isOnly ? "" : ".accepting(\"text/event-stream\")"
        let call = ("self.provider.events(of: ", "\(change)\(argument), options)")
        let name = isOnly ? plan.function : "\(plan.function)Events"
        writeFunction(name, plan, parameters, " -> EventStream<\(type)>", call, to: &writer)
    }

    private func writeLines(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ lines: TypeUse,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(documentation(plan, parameters))
        writeDeprecation(plan, to: &writer)
        let result = " -> ElementStream<\(lines.swift())>"
        let call = ("self.provider.stream(of: ", ", options).jsonLines(as: \(lines.swift()).self)")
        writeFunction(plan.function, plan, parameters, result, call, to: &writer)
    }

    private func writeDownload(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(["The response of `\(plan.function)` in chunks, as it arrives."])
        writeDeprecation(plan, to: &writer)
        let call = ("self.provider.stream(of: ", ", options)")
        writeFunction("\(plan.function)Stream", plan, parameters, " -> ResponseStream", call, to: &writer)
    }

    // MARK: Operations

    private func writeOperation(
        _ plan: OperationPlan,
        _ body: OperationPlan.Body?,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        writer.comment(["The operation `\(plan.id)`."])
        let opening = "public static func \(SwiftName.escaped(plan.function))("
        writer.list(opening, parameters.map(\.declaration), ") -> APIOperation<\(resultType(plan))> {")
        writer.indented { writer in
            writer.line("APIOperation(")
            writer.indented { writer in
                var arguments = [
                    Argument(
                        "\(plan.id.swiftLiteral), tag: \(plan.tag.name.swiftLiteral), \(plan.model.method.swiftLiteral), \(path(of: plan)), at: \(server(of: plan))"
                    )
                ]
                arguments += items(of: plan)
                if let body { arguments.append(Argument("body: \(expression(body))")) }
                if let accept = plan.accept { arguments.append(Argument("accept: \(accept.swiftLiteral)")) }
                if !plan.failures.isEmpty {
                    let failures = plan.failures.map { "\($0.status.swiftLiteral): \($0.type.swift()).self" }
                    arguments.append(Argument("failures", list: failures))
                }
                if !plan.security.allSatisfy(\.isEmpty) {
                    let alternatives = plan.security.map { "[\($0.map(\.swiftLiteral).joined(separator: ", "))]" }
                    arguments.append(Argument("security", list: alternatives))
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

    private func server(of plan: OperationPlan) -> String {
        guard let server = plan.model.servers.first, let url = ServerWriter.absoluteURL(of: server) else {
            return "\(clientName).server"
        }
        return "\(clientName).url(\(url.swiftLiteral))"
    }

    private func path(of plan: OperationPlan) -> String {
        var text = "\""
        for part in PathParts(plan.model.path).list {
            switch part {
            case .literal(let literal): text += literal.swiftLiteral.dropFirst().dropLast()
            case .parameter(let name):
                guard
                    let argument = plan.arguments.first(where: {
                        $0.parameter.name == name && $0.parameter.location == .path
                    })
                else { continue }
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
        if parameter.hasSeveralSegments || parameter.allowsReserved { return "segments: \(value), name: \(name)" }
        switch parameter.style {
        case .label: return styled("label")
        case .matrix: return styled("matrix")
        default: return argument.type.isTextInPath ? "\(value), name: \(name)" : styled("simple")
        }
    }

    /// The arguments of query, header fields and cookies.
    private func items(of plan: OperationPlan) -> [Argument] {
        var query = PathParts(plan.model.path).query.map { ".form(\($0.name.swiftLiteral), \($0.value.swiftLiteral))" }
        var headers: [String] = []
        for argument in plan.arguments {
            let parameter = argument.parameter
            let name = SwiftName.escaped(argument.name)
            let value =
                argument.isRequired || argument.type.coded() == nil
                ? argument.type.encoded(name) : "\(name).map { \(argument.type.encoded("$0")) }"
            let start = "\(parameter.name.swiftLiteral), \(value)"
            switch parameter.location {
            case .path: break
            case .query: query.append(queryItem(start, parameter))
            case .header:
                let explode = parameter.explodes ? ", explode: true" : ""
                headers.append(parameter.mediaType == nil ? ".field(\(start)\(explode))" : ".json(\(start))")
            case .cookie: headers.append(".cookie(\(start)\(parameter.explodes ? "" : ", explode: false"))")
            }
        }
        var result: [Argument] = []
        if !query.isEmpty { result.append(Argument("query", list: query)) }
        if !headers.isEmpty { result.append(Argument("headers", list: headers)) }
        return result
    }

    private func queryItem(_ start: String, _ parameter: OpenAPIParameter) -> String {
        if let mediaType = parameter.mediaType, mediaType.contains("json") { return ".json(\(start))" }
        switch parameter.style {
        case .deepObject: return ".deepObject(\(start))"
        case .spaceDelimited: return ".spaceDelimited(\(start)\(parameter.explodes ? ", explode: true" : ""))"
        case .pipeDelimited: return ".pipeDelimited(\(start)\(parameter.explodes ? ", explode: true" : ""))"
        case .tabDelimited: return ".tabDelimited(\(start))"
        default:
            let explode = parameter.explodes ? "" : ", explode: false"
            return ".form(\(start)\(explode)\(parameter.allowsReserved ? ", reserved: true" : ""))"
        }
    }

    private func expression(_ body: OperationPlan.Body) -> String {
        let type = body.mediaType.map(\.swiftLiteral) ?? "contentType"
        switch body.kind {
        case .json(let json):
            var value = body.label
            if json.coded() != nil {
                value = body.isRequired ? json.encoded(value) : "\(value).map { \(json.encoded("$0")) }"
            }
            let isStandard = body.mediaType == nil || body.mediaType == "application/json"
            return ".json(\(value)\(isStandard ? "" : ", as: \(type)"))"
        case .form(_, let style, let styles):
            var arguments = [body.label]
            if let style { arguments.append(".\(style)") }
            if !styles.isEmpty {
                let list = styles.map { "\($0.name.swiftLiteral): .\($0.style)" }.joined(separator: ", ")
                arguments.append(contentsOf: style == nil ? [".exploded", "[\(list)]"] : ["[\(list)]"])
            }
            return ".form(\(arguments.joined(separator: ", ")))"
        case .multipart:
            let isStandard = body.mediaType == nil || body.mediaType == "multipart/form-data"
            return ".multipart(\(body.label)\(body.isRequired ? "" : "?").parts\(isStandard ? "" : ", as: \(type)"))"
        case .parts: return ".multipart(\(body.label))"
        case .text: return ".text(\(body.label), as: \(type))"
        case .bytes: return ".bytes(\(body.label), as: \(type))"
        }
    }
}

/// The parameter of a document, in a file that has parameters of functions, too.
typealias OpenAPIParameter = Parameter

extension TypeUse {
    /// Whether a path can hold the type's text, without a style.
    fileprivate var isTextInPath: Bool {
        switch self {
        case .string, .int, .int64, .double, .bool, .date, .unixDate, .day: true
        case .named(let declaration): if case .enumeration = declaration.kind { true } else { false }
        default: false
        }
    }
}
