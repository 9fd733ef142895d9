extension Tea {
    /// Code of one's own beside the generated sources, which keep it.
    public var label: String { price.map { "\(name), \($0)" } ?? name }
}
