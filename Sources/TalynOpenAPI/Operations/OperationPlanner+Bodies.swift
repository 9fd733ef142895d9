extension OperationPlanner {
    /// Media types of a body that have one function.
    private struct BodyGroup {
        let format: Content.Format
        /// The place of the first one in the document.
        var index: Int
        /// The general media type first.
        var contents: [Content]

        var isGeneral: Bool { contents[0].isGeneral(format) }
    }

    /// The bodies that an operation takes, one for each function.
    ///
    /// Texts, bytes and forms have one function for all media types of the kind. JSON has one for `application/json` and those with the
    /// same schema, and one for each other media type, since each of these is a format of its own, such as a merge patch.
    func bodies(of operation: OperationModel, _ typeName: String, _ arguments: [String]) -> [OperationPlan.Body] {
        guard let body = operation.body else { return [] }
        // Some documents give each operation a body, and say that it has nothing.
        for content in body.contents { content.node.use() }
        if !body.isRequired, body.contents.allSatisfy({ $0.schema.map { isEmpty($0) } ?? false }) { return [] }
        var labels = NameScope(Set(arguments + ["options", "contentType"]))
        let groups = groups(of: body.contents)
        var formats: Set<Content.Format> = []
        return groups.enumerated().map { index, group in
            let content = group.contents[0]
            let words = content.words
            let others = groups.filter { $0.format == group.format }
            // The first general one of a format, or the only one.
            let isUsual = (group.isGeneral || others.count == 1) && formats.insert(group.format).inserted
            let label =
                body.contents.count == 1 ? "body" : isUsual ? group.format.label : SwiftName.member(words)
            let isFirst = isUsual || others[0].index == group.index && !others.contains(where: \.isGeneral)
            let start = isFirst ? typeName : typeName + words.upperCamel
            let name = content.schema.map { $0.isReference } == true ? start : start + "Body"
            let (isChosen, standard) = choice(of: group)
            for content in group.contents where group.format == .text || group.format == .bytes {
                noteUnreadSchema(of: content, "bytes")
            }
            return OperationPlan.Body(
                label: labels.unique(label, group.format.label),
                kind: kind(of: content, group.format, name, start),
                mediaTypes: group.contents.map(\.mediaType),
                isChosen: isChosen,
                standardType: standard,
                // A call without a body is that of the first function.
                isRequired: body.isRequired || index > 0,
                description: body.description
            )
        }
    }

    private func groups(of contents: [Content]) -> [BodyGroup] {
        var groups: [BodyGroup] = []
        // The general ones first, so that the order of the document makes no difference.
        let places = contents.indices.sorted { one, other in
            func key(_ index: Int) -> (Int, Int) {
                let content = contents[index]
                return (content.isRange ? 1 : content.isGeneral(content.requestFormat) ? 0 : 2, index)
            }
            return key(one) < key(other)
        }
        for index in places {
            let content = contents[index]
            let format = content.requestFormat
            if let known = groups.firstIndex(where: { shares($0, content, format) }) {
                let isKnown = groups[known].contents.contains { $0.schema === content.schema }
                groups[known].contents.append(content)
                if format == .json, !isKnown { content.schema?.node.useAll() }
                groups[known].index = min(groups[known].index, index)
            } else {
                groups.append(BodyGroup(format: format, index: index, contents: [content]))
            }
        }
        return groups.sorted { $0.index < $1.index }
    }

    private func shares(_ group: BodyGroup, _ content: Content, _ format: Content.Format) -> Bool {
        guard group.format == format else { return false }
        switch format {
        case .json:
            guard group.isGeneral else { return false }
            guard let one = group.contents[0].schema, let other = content.schema else {
                return group.contents[0].schema == nil && content.schema == nil
            }
            return types.isSame(one, other)
        case .multipart: return false
        default: return true
        }
    }

    /// Whether the caller chooses the media type of a body, and the one of a call without a choice.
    private func choice(of group: BodyGroup) -> (isChosen: Bool, standard: String?) {
        let first = group.contents[0]
        switch group.format {
        case .json:
            // The general names of JSON mean the same.
            let isChosen = group.contents.contains { !$0.isGeneral(.json) } && group.contents.count > 1
            return (isChosen, first.isRange ? "application/json" : first.mediaType)
        case .form, .multipart: return (false, first.isRange ? nil : first.mediaType)
        case .text:
            let standard = ["*/*", "text/*"].contains(first.mediaType) ? "text/plain" : first.mediaType
            return group.contents.count == 1 && !first.isRange
                ? (false, first.mediaType) : (true, group.isGeneral ? standard : nil)
        default:
            if group.contents.count == 1, !first.isRange { return (false, first.mediaType) }
            let bytes = "application/octet-stream"
            let isAllowed = group.contents.contains { ["*/*", "application/*", bytes].contains($0.mediaType) }
            return (true, isAllowed ? bytes : nil)
        }
    }

    /// Whether a schema allows an object without members alone.
    private func isEmpty(_ schema: Schema) -> Bool {
        guard case .object(let object) = types.shapes.resolve(schema).shape, case .ignored = object.additional else {
            return false
        }
        return object.properties.isEmpty
    }

    private func kind(
        of content: Content,
        _ format: Content.Format,
        _ name: String,
        _ typeName: String
    ) -> OperationPlan.Body.Kind {
        let place = TypePlanner.Place(name: name)
        switch format {
        case .multipart: return multipart(content, typeName)
        case .form:
            guard let schema = content.schema else { return .bytes }
            guard isFormOfPairs(schema) else {
                diagnostics.note(content.node, "A form needs an object. The body is the text of the form.")
                schema.node.useAll()
                return .text
            }
            checkEncodings(of: content, types.shapes.flattened(schema))
            let (style, styles) = styles(of: content, schema)
            return .form(types.type(of: schema, at: place).unwrapped, style: style, styles: styles)
        case .json:
            guard let schema = content.schema else { return .json(.json) }
            let type = types.type(of: schema, at: place)
            let isAny = if case .json = type.unwrapped { true } else { false }
            if type.isOptional, !isAny { diagnostics.noteOfMany(content.node, "The body can't be 'null'.") }
            return .json(type.unwrapped)
        case .text: return .text
        default: return .bytes
        }
    }

    /// Whether a form has pairs for the values of a schema.
    private func isFormOfPairs(_ schema: Schema) -> Bool {
        switch types.shapes.resolve(schema).shape {
        case .object, .map, .union, .json, .same: true
        default: false
        }
    }

    /// The style of a form's arrays and objects: one for all, or one for some.
    func styles(of content: Content, _ schema: Schema) -> (String?, [(name: String, style: String)]) {
        var styles: [(name: String, style: String)] = []
        var count = 0
        for property in types.shapes.flattened(schema).properties {
            if content.isForm, content.encodings[property.name]?.allowsReserved == true {
                let problem = "Reserved characters of '\(property.name)' are percent-encoded in a form."
                diagnostics.note(content.node, "\(problem) Their values stay the same.")
            }
            guard property.schemas.contains(where: { isComplex($0) }) else { continue }
            count += 1
            guard let encoding = content.encodings[property.name] else { continue }
            if encoding.isJSON {
                styles.append((property.name, "json"))
                continue
            }
            // Only the style `form` is exploded by default (OpenAPI 3.1, section 4.8.15.1.2).
            let explodes = encoding.explodes ?? ((encoding.style ?? .form) == .form)
            switch encoding.style {
            case .deepObject: styles.append((property.name, "brackets"))
            case .spaceDelimited where !explodes: styles.append((property.name, "spaces"))
            case .pipeDelimited where !explodes: styles.append((property.name, "pipes"))
            case .form, nil: if !explodes { styles.append((property.name, "commas")) }
            default: break
            }
        }
        // JSON has quotation marks around a text, unless it is the style of all members.
        if let first = styles.first, first.style != "json", styles.count == count,
            styles.allSatisfy({ $0.style == first.style })
        {
            return (first.style, [])
        }
        return (nil, styles)
    }

    /// Reports the encodings of properties that a body doesn't have.
    func checkEncodings(of content: Content, _ object: ObjectShape) {
        for name in content.encodings.keys.sorted() where object.property(name) == nil {
            let node = content.node.child("encoding")?.child(name) ?? content.node
            diagnostics.skip(node, "The body has no property '\(name)'. Its encoding is left out.")
        }
    }

    private func isComplex(_ schema: Schema) -> Bool {
        switch types.shapes.resolve(schema).shape {
        case .array, .tuple, .map, .object, .union, .json: true
        default: false
        }
    }
}

extension Content.Format {
    fileprivate var label: String {
        switch self {
        case .form: "form"
        case .multipart: "multipart"
        case .text: "text"
        case .bytes: "data"
        default: "body"
        }
    }
}
