extension Int {
    /// The number with a noun, such as "1 entry" and "2 entries".
    ///
    /// - Parameter plural: The plural of the noun; by default the noun with an "s".
    public func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
