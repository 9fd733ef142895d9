extension OperationPlanner {
    /// Adds the parameters of a path that the document doesn't declare, as texts.
    func declareMissingParameters(_ operation: inout OperationModel) {
        let declared = Set(operation.parameters.filter { $0.location == .path }.map(\.name))
        let path = PathParts(operation.path)
        let inQuery = operation.parameters.filter { $0.location == .query }.map { "{\($0.name)}" }
        for pair in path.unreadQuery where !inQuery.contains(where: { pair.hasSuffix($0) }) {
            let problem = "'\(pair)' in the query of the path isn't a declared parameter. It is left out."
            diagnostics.skip(operation.node, problem)
        }
        for index in operation.parameters.indices where path.severalSegments.contains(operation.parameters[index].name)
        {
            if operation.parameters[index].location == .path { operation.parameters[index].hasSeveralSegments = true }
        }
        for name in path.parameters where !declared.contains(name) {
            diagnostics.note(operation.node, "The parameter '\(name)' of the path isn't declared. It is taken as text.")
            let node = operation.node
            operation.parameters.append(Parameter(name: name, location: .path, isRequired: true, node: node))
        }
    }

    func arguments(of operation: OperationModel, _ typeName: String) -> [OperationPlan.Argument] {
        let path = PathParts(operation.path).parameters
        let places = Dictionary(zip(path, path.indices)) { first, _ in first }
        var parameters = operation.parameters.filter { isSent($0, places) }
        parameters.sort { one, other in
            let order = { (parameter: Parameter) in
                parameter.location == .path
                    ? places[parameter.name] ?? 0 : parameter.isRequired ? path.count : path.count + 1
            }
            return order(one) < order(other)
        }
        let names = uniqueNames(
            parameters.map(\.name),
            reserved: ["options", "body", "form", "multipart", "data", "text", "contentType"]
        ) {
            types.names[\.properties, $0] ?? SwiftName.member($0)
        }
        return zip(parameters, names).map { parameter, name in
            let type = type(of: parameter, typeName)
            if parameter.node["allowEmptyValue"]?.bool == true, type.unwrapped.coded() != nil || !type.isText {
                diagnostics.note(parameter.node, "An empty value can't be sent, since the parameter is no text.")
            }
            let value = parameter.schema?.defaultValue
            // Only a required parameter has its default in the sources. The documentation of others has that of a scalar.
            let isArray = if case .array = type.unwrapped { true } else { false }
            let literal = isArray && !parameter.isRequired ? nil : literal(value, type.unwrapped)
            if let value, isArray, parameter.isRequired, (value.elements?.count ?? 0) > OperationWriter.maximumItems {
                let problem =
                    "has more than \(OperationWriter.maximumItems) elements. The sources leave it out."
                diagnostics.note(value, "The default of '\(parameter.name)' \(problem)")
            } else if let value, !value.isNull, literal == nil, Self.hasLiterals(type.unwrapped) {
                diagnostics.note(value, "The default of '\(parameter.name)' isn't a value of its type.")
            }
            let argument = OperationPlan.Argument(
                name: name,
                type: type.unwrapped,
                isRequired: parameter.isRequired,
                parameter: parameter,
                // As in a property, the only value is the default.
                defaultValue: parameter.isRequired && parameter.location != .path
                    ? literal ?? parameter.schema.flatMap { types.constant(of: $0, type.unwrapped) } : nil
            )
            let keepsReserved = parameter.hasSeveralSegments || parameter.allowsReserved
            if parameter.location == .path, keepsReserved, !argument.hasSegments, !parameter.isJSON {
                let problem = "The slashes in '\(parameter.name)' are percent-encoded."
                diagnostics.note(parameter.node, "\(problem) Only a text of the style 'simple' keeps them.")
            }
            return argument
        }
    }

    /// Whether calls can send a parameter. Others are reported.
    private func isSent(_ parameter: Parameter, _ path: [String: Int]) -> Bool {
        let (node, name) = (parameter.node, parameter.name)
        switch parameter.location {
        case .path:
            if path[name] != nil { return true }
            diagnostics.skip(node, "The path has no parameter '\(name)'.")
            return false
        case .header:
            if parameter.isIgnored {
                diagnostics.note(node, "'\(name)' is no parameter. Media types and credentials decide its value.")
                return false
            }
            guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else {
                diagnostics.skip(node, "'\(name)' can't be the name of a header field.")
                return false
            }
            return true
        case .query, .cookie:
            if name.isEmpty { diagnostics.skip(node, "A parameter needs a name that isn't empty.") }
            return !name.isEmpty
        case .querystring: return true
        }
    }

    private func type(of parameter: Parameter, _ typeName: String) -> TypeUse {
        if parameter.isOtherDocument, !(parameter.location == .querystring && parameter.isForm) {
            let type = parameter.mediaType ?? ""
            diagnostics.note(parameter.node, "The media type '\(type)' isn't written. The parameter is taken as text.")
            return .string
        }
        guard let schema = parameter.schema else { return .string }
        let path = parameter.node.path
        let isShared = path.first == "components" || path.first == "parameters"
        let name = isShared ? SwiftName.type(path.last ?? "") : typeName + SwiftName.type(parameter.name)
        if !isShared, let type = sharedEnums.type(of: schema, named: parameter.name, or: name, types) { return type }
        let type = types.type(of: schema, at: TypePlanner.Place(name: name))
        // A value of any type has no style in a path.
        if case .json = type, parameter.location == .path, !parameter.isJSON { return .string }
        return type
    }

    /// A value of the document as one in Swift; nil if Swift has no literal for it.
    private func literal(_ node: Node?, _ type: TypeUse) -> String? {
        let literal: String? =
            switch (node?.unread, type) {
            // As in an enum, YAML has texts without quotation marks.
            case (.string, .string), (.number, .string), (.bool, .string): node?.scalarText?.swiftLiteral
            case (.number, .int), (.number, .int64): node?.integer.map { String($0) }
            case (.number(let digits), .uint64): UInt64(digits).map { String($0) }
            case (.number(let text), .double): Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
            case (.bool(let bool), .bool): "\(bool)"
            case (.string, .named(let declaration)), (.number, .named(let declaration)),
                (.bool, .named(let declaration)):
                Self.hasLiterals(type) ? node?.scalarText.flatMap { declaration.caseName(of: $0) } : nil
            case (.array(let elements), .array(let element)): literal(of: elements, element.unwrapped)
            default: nil
            }
        if literal != nil { node?.use() }
        return literal
    }

    private func literal(of elements: [Node], _ type: TypeUse) -> String? {
        // The compiler takes long to find the types of a longer one.
        guard elements.count <= OperationWriter.maximumItems else { return nil }
        let literals = elements.compactMap { literal($0, type) }
        return literals.count == elements.count ? "[\(literals.joined(separator: ", "))]" : nil
    }

    /// Whether a type has literals for all of its values in the document.
    private static func hasLiterals(_ type: TypeUse) -> Bool {
        switch type {
        case .string, .int, .int64, .uint64, .double, .bool: true
        case .named(let declaration):
            if case .enumeration(let shape, _) = declaration.kind { shape.isText } else { false }
        default: false
        }
    }
}
