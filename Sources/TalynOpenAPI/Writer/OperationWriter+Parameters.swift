extension OperationWriter {
    struct Parameter {
        var name: String
        var label: String
        var type: String
        var defaultValue: String?
        var documentation: [String] = []

        init(_ name: String, _ type: String, default defaultValue: String?, _ documentation: [String]) {
            self.name = name
            label = name
            self.type = type
            self.defaultValue = defaultValue
            self.documentation = documentation
        }

        var declaration: String { "\(label): \(type)\(defaultValue.map { " = \($0)" } ?? "")" }
        var argument: String { "\(SwiftName.label(label)): \(name)" }
    }

    func parameters(of plan: OperationPlan, _ body: OperationPlan.Body?) -> [Parameter] {
        let required = plan.arguments.filter { $0.isRequired && $0.defaultValue == nil }.map { parameter($0) }
        let optional = plan.arguments.filter { !$0.isRequired || $0.defaultValue != nil }.map { parameter($0) }
        let bodyParameters = body.map { parameters(of: $0) } ?? []
        return body?.isRequired == true ? required + bodyParameters + optional : required + optional + bodyParameters
    }

    private func parameter(_ argument: OperationPlan.Argument) -> Parameter {
        let schema = argument.parameter.schema
        var documentation = Documentation.lines(argument.parameter.description ?? schema?.description)
        if let value = schema?.defaultValue.flatMap({ TypePlanner.text(of: $0) }), !argument.isRequired {
            let text = "Default: `\(value)`."
            documentation = documentation.count == 1 ? [documentation[0] + " " + text] : documentation + [text]
        }
        if argument.parameter.isDeprecated {
            documentation = ["Deprecated.\(documentation.first.map { " \($0)" } ?? "")"] + documentation.dropFirst()
        }
        return Parameter(
            SwiftName.escaped(argument.name),
            argument.type.swift() + (argument.isRequired ? "" : "?"),
            default: argument.isRequired ? argument.defaultValue : "nil",
            documentation
        )
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
        let bodyParameter = Parameter(
            SwiftName.escaped(body.label),
            type + (body.isRequired ? "" : "?"),
            default: body.isRequired ? nil : "nil",
            Documentation.lines(body.description)
        )
        guard body.isChosen else { return [bodyParameter] }
        let text = "The media type of the body\(body.mediaTypes == ["*/*"] ? "" : ": \(list(body.mediaTypes))")."
        return [bodyParameter, Parameter("contentType", "String", default: body.standardType?.swiftLiteral, [text])]
    }

    /// The parameter for the media type of a response that has several ones.
    func acceptParameter(of plan: OperationPlan, _ call: OperationPlan.Call) -> [Parameter] {
        guard call.mediaTypes.count > 1, let first = call.mediaTypes.first else { return [] }
        let text = "The media type of the response: \(list(call.mediaTypes))."
        return [Parameter(plan.acceptName, "String", default: first.swiftLiteral, [text])]
    }

    private func list(_ mediaTypes: [String]) -> String {
        let names = mediaTypes.map { "`\($0)`" }
        return names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// The documentation of a function. One that isn't the main one has a summary alone.
    func documentation(_ plan: OperationPlan, _ parameters: [Parameter], _ summary: String?) -> [String] {
        if let summary { return [summary] }
        var lines = Documentation.lines(plan.model.summary)
        let description = Documentation.lines(plan.model.description)
        if description != lines, !description.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines += description
        }
        if lines.isEmpty { lines = ["`\(plan.model.method) \(plan.model.path)`"] }
        if let url = plan.model.documentation, !url.contains(where: \.isNewline) { lines += ["", "See \(url)."] }
        let fields = headerFields(of: plan)
        if !fields.isEmpty { lines += ["", "Header fields of the response:"] + fields }
        let documented = parameters.filter { !$0.documentation.isEmpty }
        if !documented.isEmpty {
            lines += ["", "- Parameters:"]
            lines += documented.flatMap { Documentation.item($0.name, $0.documentation, indentation: "  ") }
        }
        return lines
    }

    /// The header fields that the document gives for responses of success.
    private func headerFields(of plan: OperationPlan) -> [String] {
        let responses = plan.model.responses
        let successes = responses.filter(\.isSuccess)
        return (successes.isEmpty ? responses.filter { $0.status == "default" } : successes).flatMap(\.headerFields)
            .distinct { $0.name.lowercased() }
            .flatMap { Documentation.item("`\($0.name)`", Documentation.lines($0.description)) }
    }
}
