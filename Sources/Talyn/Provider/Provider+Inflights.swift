extension Provider {
    /// The calls that share a request which is under way: what each endpoint's callers wait to be told.
    ///
    /// Empty unless ``trackInflights`` is set.
    public var inflightRequests: [Endpoint: [Completion]] { inflights.requests }
}
