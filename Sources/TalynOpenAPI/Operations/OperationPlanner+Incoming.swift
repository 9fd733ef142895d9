extension OperationPlanner {
    /// The types of the bodies that webhooks and callbacks bring, which have no functions.
    func incomingTypes() -> [TypeUse] {
        let requests = document.webhooks + document.operations.flatMap(\.callbacks)
        return requests.grouped { ObjectIdentifier($0.node) }.flatMap { _, requests -> [TypeUse] in
            let (kind, node) = (requests[0].kind, requests[0].node)
            let received = requests.flatMap { types(of: $0) }
            let hasOther = requests.contains { $0.hasBody && $0.jsonContents.isEmpty }
            guard !received.isEmpty else {
                let reason = hasOther ? "Its body isn't JSON." : "It has no body."
                diagnostics.skip(node, "The \(kind) '\(node.key)' is left out. \(reason)")
                return []
            }
            if hasOther { diagnostics.skip(node, "A body of the \(kind) '\(node.key)' is left out. It isn't JSON.") }
            let names = received.map { $0.coded() ?? $0.swift() }.distinct(by: \.self).joined(separator: " or ")
            diagnostics.note(node, "The \(kind) '\(node.key)' has no function. The type of its body is \(names).")
            return received
        }
    }

    private func types(of request: IncomingRequest) -> [TypeUse] {
        let place = TypePlanner.Place(name: SwiftName.type(Words("\(request.name) \(request.kind)")))
        return request.jsonContents.compactMap { content in
            content.node.use()
            return content.schema.map { types.type(of: $0, at: place).unwrapped }
        }
    }
}

extension IncomingRequest {
    fileprivate var hasBody: Bool { body?.contents.isEmpty == false }

    fileprivate var jsonContents: [Content] {
        (body?.contents ?? []).filter { $0.requestFormat == .json && $0.schema != nil }
    }
}
