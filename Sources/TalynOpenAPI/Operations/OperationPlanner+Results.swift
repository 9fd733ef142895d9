extension OperationPlanner {
    /// A response's body in one media type, with the status.
    private typealias Answer = (status: String, content: Content)

    /// The functions that call an operation. A name is what it adds to that of the operation.
    func calls(of operation: OperationModel, _ typeName: String) -> [OperationPlan.Call] {
        let nothing = [OperationPlan.Call(kind: .empty, name: "", mediaTypes: [])]
        // A response to HEAD has no body (RFC 9110, section 9.3.2).
        if operation.method == "HEAD" { return nothing }
        var responses = operation.responses.filter(\.isSuccess)
        if responses.isEmpty, !operation.responses.contains(where: \.isRedirect) {
            responses = operation.responses.filter { $0.status == "default" }
        }
        // A redirect leads to a document of any kind.
        let follows = ["301", "302", "303", "307", "308"]
        if responses.isEmpty, operation.responses.contains(where: { follows.contains($0.status) }) {
            return [OperationPlan.Call(kind: .bytes, name: "", mediaTypes: [])]
        }
        let answers = responses.flatMap { response in response.contents.map { (response.status, $0) } }
        var calls = values(answers, typeName, isSometimesEmpty: responses.contains { $0.contents.isEmpty })
        calls += streams(answers, typeName)
        calls += documents(answers)
        if calls.isEmpty { return nothing }
        calls[0].name = ""
        return calls
    }

    // MARK: JSON

    /// The calls for JSON. The first one asks for the general media type, and the others for those with schemas of their own.
    private func values(_ answers: [Answer], _ typeName: String, isSometimesEmpty: Bool) -> [OperationPlan.Call] {
        let json = answers.filter { $0.content.responseFormat == .json }
        for answer in json { answer.content.node.use() }
        // The general one of each status.
        let main = json.grouped(by: \.status).map { _, all in all.first { $0.content.isGeneral(.json) } ?? all[0] }
        guard let first = main.first else { return [] }
        for answer in answers where answer.content.responseFormat != .json {
            guard !main.contains(where: { $0.status == answer.status }) else { continue }
            let problem = "Where the status is \(answer.status), the body isn't JSON. A call fails to decode it."
            diagnostics.note(answer.content.node, problem)
        }
        var type = resultType(main, typeName)
        if isSometimesEmpty, !type.isOptional { type = .optional(type) }
        // A server may answer with the media type of any status, so the call asks for all of them (RFC 9110, section 12.5.1).
        let accept = main.map(\.content.mediaType).distinct(by: \.self).joined(separator: ", ")
        var calls = [
            OperationPlan.Call(kind: .value(type), name: "", mediaTypes: first.content.isRange ? [] : [accept])
        ]
        var others: [Answer] = []
        for answer in json {
            guard let schema = answer.content.schema,
                let usual = main.first(where: { $0.status == answer.status })?.content.schema,
                !isSame(schema, usual),
                !others.contains(where: { $0.content.mediaType == answer.content.mediaType })
            else { continue }
            others.append(answer)
            let name = answer.content.words.upperCamel
            var type = types.type(of: schema, at: TypePlanner.Place(name: typeName + name + "Response"))
            // A text alone is the whole body, also the quotation marks of JSON.
            if case .string = type { type = .json }
            calls.append(
                OperationPlan.Call(kind: .value(type), name: name, mediaTypes: [answer.content.mediaType])
            )
        }
        return calls
    }

    /// Whether two schemas have one type. The sources then have both of them.
    private func isSame(_ one: Schema, _ other: Schema) -> Bool {
        if one === other { return true }
        guard types.isSame(one, other) else { return false }
        one.node.useAll()
        return true
    }

    /// The type of the results in JSON. Of several types, the status tells which one it is.
    private func resultType(_ answers: [Answer], _ typeName: String) -> TypeUse {
        let known = answers.compactMap { answer in answer.content.schema.map { (status: answer.status, schema: $0) } }
        guard let first = known.first else { return .json }
        if known.allSatisfy({ types.isSame($0.schema, first.schema) }) {
            for other in known.dropFirst() where other.schema !== first.schema { other.schema.node.useAll() }
            let isArray = if case .array = types.shapes.resolve(first.schema).shape { true } else { false }
            return types.type(of: first.schema, at: TypePlanner.Place(name: typeName + (isArray ? "Item" : "Response")))
        }
        return types.union(ofStatuses: known, named: typeName + "Response")
    }

    // MARK: Streams

    private func streams(_ answers: [Answer], _ typeName: String) -> [OperationPlan.Call] {
        var calls: [OperationPlan.Call] = []
        for format in [Content.Format.events, .lines, .sequence] {
            guard let content = answers.first(where: { $0.content.responseFormat == format })?.content else { continue }
            content.node.use()
            func element(_ name: String) -> TypeUse {
                item(of: content).map { schema in
                    types.type(of: schema, at: TypePlanner.Place(name: typeName + name)).unwrapped
                } ?? .json
            }
            let (kind, name): (OperationPlan.Call.Kind, String) =
                switch format {
                case .events: (.events(events(content, typeName)), "Events")
                case .lines: (.lines(element("Line")), "Lines")
                default: (.sequence(element("Item")), "Sequence")
                }
            calls.append(OperationPlan.Call(kind: kind, name: name, mediaTypes: [content.mediaType]))
        }
        return calls
    }

    /// The schema of an item. An array of all items has no type in the sources.
    func item(of content: Content) -> Schema? {
        let item = content.item
        if let all = content.schema, all !== item { _ = types.shapes.resolve(all) }
        return item
    }

    // MARK: Text and bytes

    /// The calls for texts and bytes. Media types of one kind have one call.
    private func documents(_ answers: [Answer]) -> [OperationPlan.Call] {
        let jsonSchemas = answers.filter { $0.content.responseFormat == .json }.compactMap(\.content.schema)
        var calls: [OperationPlan.Call] = []
        for (format, kind, name) in [
            (Content.Format.text, OperationPlan.Call.Kind.text, "Text"), (.bytes, .bytes, "Data"),
        ] {
            var mediaTypes: [String] = []
            for content in answers.map(\.content) where content.responseFormat == format {
                content.node.use()
                if format == .text, let schema = content.schema, !isText(schema),
                    jsonSchemas.contains(where: { types.isSame($0, schema) })
                {
                    let problem = "'\(content.mediaType)' has the schema of JSON, and no function of its own."
                    diagnostics.note(content.node, problem)
                    if !jsonSchemas.contains(where: { $0 === schema }) { schema.node.useAll() }
                    continue
                }
                noteUnreadSchema(of: content, "bytes")
                if !mediaTypes.contains(content.mediaType) { mediaTypes.append(content.mediaType) }
            }
            guard !mediaTypes.isEmpty else { continue }
            if mediaTypes == ["*/*"] { mediaTypes = [] }
            calls.append(OperationPlan.Call(kind: kind, name: name, mediaTypes: mediaTypes))
        }
        return calls
    }

    private func isText(_ schema: Schema) -> Bool {
        switch types.shapes.resolve(schema).shape {
        case .object, .map, .array, .tuple, .union, .int, .int64, .uint64, .double, .bool: false
        default: true
        }
    }

    /// Reports the schema of a body that isn't decoded, such as XML.
    func noteUnreadSchema(of content: Content, _ what: String) {
        guard let schema = content.itemSchema ?? content.schema, !isText(schema) else { return }
        diagnostics.note(content.node, "'\(content.mediaType)' has no types in Swift. The body is \(what) or text.")
        schema.node.useAll()
    }

    // MARK: Failures

    func failures(of operation: OperationModel, _ typeName: String) -> [(status: String, type: TypeUse)] {
        let hasSuccess = operation.responses.contains { $0.isSuccess || $0.isRedirect }
        return operation.responses.compactMap { response in
            let isFailure = ["3", "4", "5"].contains(response.status.prefix(1)) || response.status == "default"
            guard isFailure, !response.contents.isEmpty else { return nil }
            // Without a success, `default` has the results, too: it is for each status that has no response of its own (OpenAPI 3.1,
            // section 4.8.16).
            let isResult = response.status == "default" && !hasSuccess
            for content in response.contents where content.isJSON { content.node.use() }
            let text = response.contents.contains(where: \.isJSON) ? nil : response.contents.first(where: \.isText)
            let others = response.contents.filter { !$0.isJSON && $0.node !== text?.node }
            if !isResult { noteUndecoded(others, of: response) }
            var schemas: [Schema] = []
            for schema in response.contents.filter(\.isJSON).compactMap(\.schema) {
                if !schemas.contains(where: { isSame(schema, $0) }) { schemas.append(schema) }
            }
            if schemas.isEmpty {
                text?.node.use()
                return text.map { _ in (response.status, .string) }
            }
            let name =
                typeName
                + (response.status == "default" ? "Failure" : "Failure\(response.status.replacing("XX", with: ""))")
            let path = response.node.path
            let place =
                path.first == "components" || path.first == "responses" ? SwiftName.type(path.last ?? name) : name
            let type =
                schemas.count == 1
                ? types.type(of: schemas[0], at: TypePlanner.Place(name: place))
                : types.union(of: schemas, named: place)
            // A text in JSON has quotation marks, and one alone is the whole body.
            if case .string = type.unwrapped { return (response.status, .json) }
            return (response.status, type.unwrapped)
        }
    }

    /// Notes the bodies of a failure that have no type.
    private func noteUndecoded(_ contents: [Content], of response: ResponseModel) {
        // In Swagger, all media types have one schema, which JSON gives a type.
        let json = response.contents.filter(\.isJSON).compactMap(\.schema)
        for content in contents {
            content.node.use()
            if let schema = content.schema, !json.contains(where: { $0 === schema }) { schema.node.useAll() }
            let problem = "'\(content.mediaType)' of a failure isn't decoded. The response of the error has its bytes."
            diagnostics.note(content.node, problem)
        }
    }
}
