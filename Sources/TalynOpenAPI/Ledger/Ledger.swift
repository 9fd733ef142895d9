/// Compares a document with what the sources have of it.
///
/// The reader and the planner leave a mark at each value that they ask for (``Node/uses``). The ledger walks through the document by
/// its ``Grammar``, and reports each member without a mark: a part is left out, and a validation or an annotation is a note.
struct Ledger {
    let document: APIDocument
    private let files: DocumentFiles
    let types: TypePlanner
    let schemas: Schemas
    /// The operations that a selection has, such as `GET /books`; nil without a selection.
    private let selected: Set<String>?
    private let usedTags: Set<String>
    /// The media types of all requests and responses, for those that Swagger 2 has apart from them.
    private let usedMediaTypes: Set<String>
    /// The value of `paths`, and the one that it refers to. Callbacks have path items, too.
    private var paths: Set<ObjectIdentifier> = []
    private var visited: Set<ObjectIdentifier> = []
    /// The values that references lead to, for a visit later. A chain of references would need too much of the call stack.
    private var targets: [(node: Node, form: Grammar.Form)] = []
    var diagnostics: Diagnostics { files.diagnostics }

    init(_ document: APIDocument, _ schemas: Schemas, _ types: TypePlanner, _ plans: [OperationPlan], isPartial: Bool) {
        self.document = document
        self.schemas = schemas
        files = schemas.files
        self.types = types
        selected = isPartial ? Set(plans.map { "\($0.model.method) \($0.model.path)".lowercased() }) : nil
        usedTags = Set(document.operations.compactMap(\.tag))
        let bodies = plans.flatMap(\.bodies).flatMap(\.mediaTypes)
        let results = plans.flatMap(\.calls).flatMap(\.mediaTypes)
        // Others beside JSON have its schema (OpenAPI 2.0, Response Object), and a note of their own.
        let responses = plans.flatMap(\.model.responses).map(\.contents)
        let noted = responses.filter { $0.contains(where: \.isJSON) }.joined().map(\.mediaType)
        usedMediaTypes = Set((bodies + results + noted).map { Content.baseType(of: $0) })
    }

    mutating func report() {
        targets = [(document.root, .object(.document))]
        if let node = document.root.child("paths") { paths = [ObjectIdentifier(node)] }
        while let (node, form) = targets.popLast() { visit(node, form) }
        reportServers(of: document.operations)
    }

    private mutating func visit(_ node: Node, _ form: Grammar.Form) {
        switch form {
        case .value:
            for child in node.children { reportScalar(child) }
        case .mediaTypeName: break
        case .list(let form):
            for element in node.children { check(element, .part(form), in: nil) }
        case .map(let form):
            visitMap(node, form)
        case .components(let form):
            guard selected == nil else { return }
            for component in node.children where !component.key.hasPrefix("x-") {
                if component.uses.isEmpty {
                    diagnostics.noteOfMany(component, "Nothing refers to the component.")
                } else {
                    check(component, .part(form), in: nil)
                }
            }
        case .object(let kind): visitObject(node, kind)
        }
    }

    private mutating func visitMap(_ node: Node, _ form: Grammar.Form) {
        guard visited.insert(ObjectIdentifier(node)).inserted else { return }
        if let target = target(of: node) {
            if paths.contains(ObjectIdentifier(node)) { paths.insert(ObjectIdentifier(target)) }
            return targets.append((target, .map(form)))
        }
        // A selection has no webhooks.
        if selected != nil, node === document.root.child("webhooks") { return }
        let isSelected = selected != nil && paths.contains(ObjectIdentifier(node))
        for child in node.children {
            if case .object(.pathItem) = form {
                guard !child.key.hasPrefix("x-") else {
                    note(child, isAnnotation: true)
                    continue
                }
                if isSelected {
                    visitPathItem(child, path: child.key.hasPrefix("/") ? child.key : "/" + child.key)
                } else {
                    check(child, .part(form), in: nil)
                }
            } else if child.key.hasPrefix("x-"), child.uses.isEmpty {
                note(child, isAnnotation: true)
            } else if selected == nil || !["schemas", "definitions"].contains(node.key) || child.uses.contains(.source)
            {
                // A selection leaves out the schemas that its operations don't need.
                check(child, .part(form), in: nil)
            }
        }
    }

    /// A path item without the operations that a selection leaves out.
    private mutating func visitPathItem(_ item: Node, path: String) {
        guard let selected else { return }
        let target = target(of: item) ?? item
        let operations = (target.children + (target.child("additionalOperations")?.children ?? [])).filter {
            selected.contains("\($0.key) \(path)".lowercased())
        }
        guard !operations.isEmpty else { return }
        for operation in operations { check(operation, .part(.object(.operation)), in: .pathItem) }
        for name in ["parameters", "servers"] {
            if let child = item.child(name) ?? target.child(name), let member = Grammar.member(name, of: .pathItem) {
                check(child, member, in: .pathItem)
            }
        }
    }

    private mutating func visitObject(_ node: Node, _ kind: Grammar.Kind) {
        guard visited.insert(ObjectIdentifier(node)).inserted else { return }
        if let target = target(of: node) {
            targets.append((target, .object(kind)))
            // Members beside a reference have no meaning in most objects (OpenAPI 3.1, section 4.8.23).
            if ![.schema, .pathItem, .operation].contains(kind) { return reportSiblings(node) }
        }
        guard case .object(let members) = node.unread else { return }
        let ignoresSiblings = kind == .schema && !schemas.haveSiblings && node.reference != nil
        for (name, child) in members.list {
            if name == "$ref", kind != .schema { continue }
            // The schema has a note of its own for these.
            if ignoresSiblings, name != "$ref", child.uses.isEmpty { continue }
            if name.hasPrefix("x-") {
                // References can lead into an extension.
                if child.uses.isEmpty, !child.children.contains(where: { !$0.uses.isEmpty }) {
                    note(child, isAnnotation: true)
                }
            } else if let member = Grammar.member(name, of: kind) {
                check(child, member, in: kind)
            } else if child.uses.isEmpty {
                diagnostics.skip(child, "The specification has no '\(name)' there. It is left out.")
            }
        }
        if kind == .schema { checkType(of: node) }
        if kind == .parameter, case .string("body")? = node.child("in")?.unread, let name = node.child("name") {
            note(name, isAnnotation: true)
        }
        if kind == .tag, selected == nil, let name = node.child("name"), case .string(let text) = name.unread,
            !usedTags.contains(text)
        {
            diagnostics.noteOfMany(name, "No operation has the tag.")
        }
    }

    private func target(of node: Node) -> Node? {
        node.reference.flatMap { files.quietTarget(of: $0, from: node) }
    }

    // MARK: One member

    /// Reports a member that the sources don't have, or looks inside one that they have.
    ///
    /// - Parameter kind: The object that has the member; nil for an element of an array, or a value of a map.
    private mutating func check(_ node: Node, _ member: Grammar.Member, in kind: Grammar.Kind?) {
        if diagnostics.hasSkipped(node) { return }
        switch member {
        case .validation: if !node.uses.contains(.source) { note(node, isAnnotation: false) }
        case .annotation(let form):
            if node.uses.isEmpty {
                // References can lead into definitions.
                let areDefinitions = ["$defs", "definitions"].contains(node.key)
                if areDefinitions, node.children.contains(where: { !$0.uses.isEmpty }) { return }
                return note(node, isAnnotation: true)
            }
            if case .object(.documentation) = form { visit(node, form) }
        case .part(let form):
            checkPart(node, form, in: kind)
        }
    }

    private mutating func checkPart(_ node: Node, _ form: Grammar.Form, in kind: Grammar.Kind?) {
        // The members of a header field that nothing reads, such as the schema of one in a response.
        if kind == .header, node.uses.isEmpty { return noteHeader(node) }
        switch form {
        case .object(.schema): return checkSchema(node, form, in: kind)
        case .object(.mediaType):
            if node.uses.contains(.source) { return visit(node, form) }
            return diagnostics.skip(node, "The media type '\(node.key)' is left out.")
        case .mediaTypeName:
            guard case .string(let text) = node.unread, !usedMediaTypes.contains(Content.baseType(of: text)) else {
                return
            }
            return diagnostics.skip(node, "The media type '\(text)' is left out.")
        case .components: if case .object = node.unread { return visit(node, form) }
        default: break
        }
        if node.uses.contains(.fitting) || node.uses.contains(.source) { return visit(node, form) }
        if let expected = expected(node.uses) ?? expected(node, form) {
            if node.isNull {
                diagnostics.noteOfMany(node, "'\(node.key)' has no value. It counts as missing.")
            } else {
                diagnostics.skip(node, "'\(node.key)' must be \(expected). It is \(node.kind), and is left out.")
            }
            return
        }
        switch node.unread {
        // Nothing is lost.
        case .array(let elements) where elements.isEmpty: return
        case .object(let members) where members.list.isEmpty: return
        default: break
        }
        if case .object(.header) = form { return noteHeader(node) }
        guard let name = ["webhooks": "webhook", "callbacks": "callback", "links": "link"][node.key],
            kind == .document || kind == .operation || kind == .response, !node.children.isEmpty
        else {
            return diagnostics.skip(node, "'\(node.key)' has no effect on the sources. It is left out.")
        }
        for child in node.children { diagnostics.skip(child, "The \(name) '\(child.key)' is left out.") }
    }

    private mutating func checkSchema(_ node: Node, _ form: Grammar.Form, in kind: Grammar.Kind?) {
        // The schemas of the places of a tuple.
        if case .array = node.unread { return visit(node, .list(form)) }
        // A variant of `null` makes an optional.
        if node.uses.contains(.source) || isNullType(node) { return visit(node, form) }
        if case .bool = node.unread, !node.uses.isEmpty { return visit(node, form) }
        if node.uses.contains(.fitting), kind == .schema, node.children.isEmpty { return }
        // Text and bytes have no type of their own.
        if kind == .mediaType || kind == .response, isScalar(node) {
            let problem = "The schema of a body that is text or bytes has no effect on the sources."
            return diagnostics.noteOfMany(node, problem)
        }
        if kind == .header { return noteHeader(node) }
        if restricts(node) {
            diagnostics.noteOfMany(node, "A schema that only restricts values has no effect on the types.")
        } else if case .object = node.unread {
            diagnostics.skip(node, "The schema has no effect on the sources. It is left out.")
        }
    }

    private func noteHeader(_ node: Node) {
        let problem = "The header field has no type in the sources, which have it as text."
        diagnostics.noteOfMany(node, problem)
    }

    private func isNullType(_ node: Node) -> Bool {
        if node.isTypeOfNull { return true }
        guard let values = node.child("enum"), case .array(let elements) = values.unread else { return false }
        return !elements.isEmpty && elements.allSatisfy(\.isNull)
    }

    private func isScalar(_ node: Node) -> Bool {
        guard case .string(let type)? = node.child("type")?.unread else { return false }
        return ["string", "file", "integer", "number", "boolean"].contains(type)
    }

    /// The kind of a form with objects inside; nil for a value that has it.
    private func expected(_ node: Node, _ form: Grammar.Form) -> String? {
        switch (form, node.unread) {
        case (.value, _), (.mediaTypeName, _), (.list, .array), (.object, .object), (.map, .object),
            (.components, .object):
            nil
        case (.list, _): "an array"
        default: "an object"
        }
    }

    /// The kinds that a value was asked for.
    private func expected(_ uses: Node.Uses) -> String? {
        let kinds: [(Node.Uses, String)] = [
            (.object, "an object"), (.array, "an array"), (.text, "a string"), (.bool, "a Boolean"),
            (.number, "a number"),
        ]
        let names = kinds.filter { uses.contains($0.0) }.map(\.1)
        return names.isEmpty ? nil : names.joined(separator: " or ")
    }

    // MARK: Reports

    private func note(_ node: Node, isAnnotation: Bool) {
        let effect = isAnnotation ? "has no effect on the sources." : "restricts values. The types don't check it."
        diagnostics.noteOfMany(node, "'\(node.key)' \(effect)")
    }

    private func reportScalar(_ node: Node) {
        if !node.uses.contains(.fitting), !node.uses.contains(.source), let expected = expected(node.uses) {
            diagnostics.skip(node, "A value here must be \(expected). It is \(node.kind), and is left out.")
        }
    }

    private func reportSiblings(_ node: Node) {
        guard case .object(let members) = node.unread else { return }
        for (name, child) in members.list where name != "$ref" && child.uses.isEmpty {
            if name.hasPrefix("x-") || ["description", "summary"].contains(name) {
                note(child, isAnnotation: true)
            } else {
                diagnostics.skip(child, "'\(name)' has no effect beside '$ref'. It is left out.")
            }
        }
    }
}
