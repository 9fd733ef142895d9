extension String {
    /// The text without the characters by which a server could control a terminal. Line breaks and tabs stay.
    public var inTerminal: String {
        var scalars = unicodeScalars
        scalars.removeAll { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
        return String(scalars)
    }
}
