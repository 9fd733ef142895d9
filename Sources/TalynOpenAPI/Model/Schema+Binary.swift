extension Schema {
    /// Whether the values are bytes outside JSON, also by a reference or a part that must hold. A variant alone makes no bytes of others.
    var isBinary: Bool {
        conjoined(followingReferences: true).contains { $0.format == "binary" || $0.types == ["file"] }
    }
}
