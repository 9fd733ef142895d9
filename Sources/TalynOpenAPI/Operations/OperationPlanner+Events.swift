extension OperationPlanner {
    /// The mark after the last event of an operation, by the words of the document; nil if they tell none.
    ///
    /// OpenAPI has no keyword for it. Documents write that the stream ends with `data: [DONE]`: at the operation, at the properties of
    /// the request that ask for events, or in an example.
    func endOfEvents(of operation: OperationModel, _ calls: [OperationPlan.Call]) -> String? {
        guard calls.contains(where: \.hasEvents) else { return nil }
        let bodies = operation.body?.contents.compactMap(\.schema) ?? []
        let properties = bodies.flatMap { types.shapes.flattened($0).properties }.flatMap(\.schemas)
        let events = operation.responses.flatMap(\.contents).compactMap { $0.itemSchema ?? $0.schema }
        let nodes = [operation.node] + (properties + events).map { types.shapes.resolve($0).schema.node }
        return nodes.contains { $0.says("data: [DONE]", depth: 6) } ? "[DONE]" : nil
    }
}

extension Node {
    /// Whether a text in the value contains another one. The value stays unread: the sources have the texts elsewhere.
    fileprivate func says(_ text: String, depth: Int) -> Bool {
        if case .string(let own) = unread { return own.contains(text) }
        return depth > 0 && children.contains { $0.says(text, depth: depth - 1) }
    }
}

extension OperationPlan.Call {
    /// Whether the call gives server-sent events.
    fileprivate var hasEvents: Bool { if case .events = kind { true } else { false } }
}
