extension String {
    /// The texts between spaces and line breaks, for lists of names in the code.
    var tokens: [String] { split(whereSeparator: \.isWhitespace).map { String($0) } }

    /// The texts between spaces and line breaks, without an order.
    var tokenSet: Set<String> { Set(tokens) }
}
