/// Writes the functions of an operation: those that call it, one that makes it as a value, and those of pages and streams.
struct OperationWriter {
    let clientName: String
    let place: APIPlace

    func write(_ plan: OperationPlan, to writer: inout SourceWriter) {
        let bodies: [OperationPlan.Body?] = plan.bodies.isEmpty ? [nil] : plan.bodies
        for body in bodies {
            let parameters = parameters(of: plan, body)
            for index in plan.calls.indices {
                write(plan.calls[index], isMain: index == 0, plan, parameters, to: &writer)
            }
            if let pages = plan.pages { writePages(plan, pages, parameters, to: &writer) }
            writeOperation(plan, body, parameters + acceptParameter(of: plan, plan.calls[0]), to: &writer)
        }
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

    // MARK: Functions

    private struct Function {
        var name: String
        /// The first line of the documentation, for a function that isn't the main one.
        var summary: String?
        /// The effects and the type of the result.
        var result: String
        /// The call of the provider, before the operation and after it.
        var call: (String, String)
        var accept: [Parameter] = []
    }

    /// Writes the functions of a call. A call for bytes also has one for the stream of them.
    private func write(
        _ call: OperationPlan.Call,
        isMain: Bool,
        _ plan: OperationPlan,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        let accept = acceptParameter(of: plan, call)
        let type = accept.first?.name ?? (call.mediaTypes.first ?? "*/*").swiftLiteral
        let change = isMain ? "" : ".accepting(\(type))"
        let throwing = " async throws(TalynError)"
        func write(_ name: String, _ summary: String?, _ result: String, _ start: String, _ end: String) {
            let function = Function(
                name: name,
                summary: summary,
                result: result,
                call: (start, change + end),
                accept: accept
            )
            self.write(function, plan, parameters, isMain: isMain, to: &writer)
        }
        let document = documentSummary(of: call, plan)
        switch call.kind {
        case .empty: write(call.name, nil, throwing, "try await self.provider.call(", ", options)")
        case .value, .text, .bytes:
            let type = valueType(of: call, plan)
            let end = isMain ? ", options)" : ", as: \(type).self, options)"
            let start = "try await self.provider.result(of: "
            write(call.name, isMain ? nil : document, "\(throwing) -> \(type)", start, end)
            if case .bytes = call.kind {
                let summary = "The response of `\(plan.function)` in chunks, as it arrives."
                let name = call.streamName
                write(name, summary, " -> ResponseStream", "self.provider.stream(of: ", ", options)")
            }
        case .events(let events):
            let (type, argument) =
                switch events {
                case .plain: ("ServerSentEvent", "")
                case .decoded(let type): (type.swift(), ", as: \(type.swift()).self")
                }
            let summary = isMain ? nil : "The server-sent events of `\(plan.function)`."
            write(call.name, summary, " -> EventStream<\(type)>", "self.provider.events(of: ", "\(argument), options)")
        case .lines(let type), .sequence(let type):
            let swift = type.hasUnixTime ? type.coded() ?? type.swift() : type.swift()
            let isLines = if case .lines = call.kind { true } else { false }
            let summary = isMain ? nil : "The \(isLines ? "JSON lines" : "JSON texts") of `\(plan.function)`."
            let end = ", options).\(isLines ? "jsonLines" : "jsonSequence")(as: \(swift).self)"
            write(call.name, summary, " -> ElementStream<\(swift)>", "self.provider.stream(of: ", end)
        }
    }

    private func valueType(of call: OperationPlan.Call, _ plan: OperationPlan) -> String {
        switch call.kind {
        // Times have one format in an operation.
        case .value(let type): type.hasUnixTime == plan.hasUnixTimes ? type.swift() : type.coded() ?? type.swift()
        case .text: "String"
        default: "Data"
        }
    }

    private func documentSummary(of call: OperationPlan.Call, _ plan: OperationPlan) -> String {
        let types = call.mediaTypes.map { "`\($0)`" }.joined(separator: " or ")
        return "The response of `\(plan.function)`" + (types.isEmpty ? "." : " as \(types).")
    }

    /// Writes a function that calls the provider with the operation.
    private func write(
        _ function: Function,
        _ plan: OperationPlan,
        _ parameters: [Parameter],
        isMain: Bool,
        to writer: inout SourceWriter
    ) {
        writer.comment(documentation(plan, parameters + function.accept, function.summary))
        writeDeprecation(plan, to: &writer)
        let declared = (parameters + function.accept).map(\.declaration)
        let options = "options: RequestOptions = RequestOptions()"
        writer.list("public func \(SwiftName.escaped(function.name))(", declared + [options], ")\(function.result) {")
        let arguments = (parameters + (isMain ? function.accept : [])).map(\.argument)
        let call = function.call
        let operation = "Self.\(SwiftName.escaped(plan.function))("
        writer.indented { writer in
            if writer.fits(call.0 + operation + arguments.joined(separator: ", ") + ")" + call.1) {
                return writer.list(call.0 + operation, arguments, ")" + call.1)
            }
            writer.list("let operation = " + operation, arguments, ")")
            writer.line("return \(call.0)operation\(call.1)")
        }
        writer.line("}")
        writer.line()
    }

    private func writePages(
        _ plan: OperationPlan,
        _ pages: OperationPlan.Pages,
        _ parameters: [Parameter],
        to writer: inout SourceWriter
    ) {
        var lines = ["The pages of `\(plan.function)`, each fetched when it is asked for.", "", pages.rule.explanation]
        if let elements = pages.rule.elements {
            lines += ["The elements of all pages are `.elements { \(elements) }`."]
        }
        writer.comment(lines)
        writeDeprecation(plan, to: &writer)
        let declarations = parameters.map(\.declaration) + ["options: RequestOptions = RequestOptions()"]
        let result = " -> PageStream<\(resultType(plan))>"
        writer.list("public func \(SwiftName.escaped(pages.function))(", declarations, ")\(result) {")
        writer.indented { writer in
            let operation = "Self.\(SwiftName.escaped(plan.function))("
            let (arguments, way) = (parameters.map(\.argument), "by: \(pages.rule.expression)")
            let whole = "self.provider.pages(of: \(operation)\(arguments.joined(separator: ", "))), \(way), options)"
            if writer.fits(whole) { return writer.line(whole) }
            writer.list("let operation = " + operation, arguments, ")")
            writer.list("return self.provider.pages(", ["of: operation", way, "options"], ")")
        }
        writer.line("}")
        writer.line()
    }
}
