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

    struct Parameter {
        var name: String
        var label: String
        var type: String
        var defaultValue: String?
        var documentation: String?

        var declaration: String { "\(label): \(type)\(defaultValue.map { " = \($0)" } ?? "")" }
        var argument: String { "\(SwiftName.label(label)): \(name)" }
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
            if argument.parameter.isDeprecated { documentation = "Deprecated.\(documentation.map { " \($0)" } ?? "")" }
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
        if let url = plan.model.documentation, first == nil, !url.contains(where: \.isNewline) {
            lines += ["", "See \(url)."]
        }
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

    func resultType(_ plan: OperationPlan) -> String {
        switch plan.result {
        case .empty: "EmptyResult"
        case .value(let type): type.swift()
        case .text: "String"
        case .bytes: "Data"
        }
    }

    func writeDeprecation(_ plan: OperationPlan, to writer: inout SourceWriter) {
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
}
