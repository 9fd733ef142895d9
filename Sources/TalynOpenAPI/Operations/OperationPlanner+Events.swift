extension OperationPlanner {
    /// The mark after the last event of an operation, by the words of the document; nil if they tell none.
    ///
    /// OpenAPI has no keyword for it. Documents write that the stream ends with `data: [DONE]`, most of them at the property of the
    /// request that asks for events.
    func endOfEvents(of operation: OperationModel, _ calls: [OperationPlan.Call]) -> String? {
        guard calls.contains(where: \.hasEvents) else { return nil }
        let bodies = operation.body?.contents.compactMap(\.schema) ?? []
        let properties = bodies.flatMap { types.shapes.flattened($0).properties }.flatMap(\.schemas)
        let contents = operation.responses.flatMap(\.contents)
        let schemas = contents.compactMap { $0.itemSchema ?? $0.schema }
        let nodes = [operation.node] + operation.responses.map(\.node) + (schemas + properties).map(\.node)
        let texts = nodes.compactMap { node -> String? in
            // The sources have the texts elsewhere, or don't need them.
            if case .string(let text)? = node.child("description")?.unread { text } else { nil }
        }
        return texts.contains { $0.contains("data: [DONE]") } ? "[DONE]" : nil
    }
}

extension OperationPlan.Call {
    /// Whether the call gives server-sent events.
    fileprivate var hasEvents: Bool { if case .events = kind { true } else { false } }
}
