import _TalynSupport

/// The same text for queries and forms with the same parameters, whatever escapes their clients wrote.
enum CanonicalQuery {
    /// The parameters, decoded and sorted by their names. Those with the same name keep their order.
    static func text(_ query: Substring) -> String {
        FormParameter.parameters(in: query).map { (name: $0.name, value: $0.value) }.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map { encoded($0.element.name) + ($0.element.value.map { "=" + encoded($0) } ?? "") }
            .joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("&", with: "%26").replacing("=", with: "%3D")
    }
}
