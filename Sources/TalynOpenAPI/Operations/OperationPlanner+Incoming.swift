extension OperationPlanner {
    /// The types of the bodies that webhooks and callbacks bring, which have no functions.
    func incomingTypes() -> [TypeUse] {
        (document.webhooks + document.operations.flatMap(\.callbacks)).flatMap { request -> [TypeUse] in
            let (kind, node) = (request.kind, request.node)
            let contents = (request.body?.contents ?? []).filter { $0.requestFormat == .json && $0.schema != nil }
            let name = SwiftName.type(Words("\(request.name) \(kind)"))
            let received = contents.compactMap { content -> TypeUse? in
                content.node.use()
                return content.schema.map { types.type(of: $0, at: TypePlanner.Place(name: name)).unwrapped }
            }
            guard !received.isEmpty else {
                diagnostics.skip(node, "The \(kind) '\(node.key)' is left out. Its body isn't JSON.")
                return []
            }
            let names = received.map { $0.coded() ?? $0.swift() }.distinct(by: \.self).joined(separator: " or ")
            diagnostics.note(node, "The \(kind) '\(node.key)' has no function. The type of its body is \(names).")
            return received
        }
    }
}
