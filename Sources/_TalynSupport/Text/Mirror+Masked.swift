public import _TalynFoundation

extension Mirror {
    /// Creates the mirror of a value that may hold secrets.
    ///
    /// `dump`, `String(reflecting:)` and crash reporters show what a mirror leads to. So the children must be values without
    /// secrets, or values of types whose mirrors show none. Nothing is computed before somebody asks for the mirror.
    ///
    /// - Parameters:
    ///   - subject: The value.
    ///   - children: The children. One without a value is left out.
    public init<Subject>(of subject: Subject, _ children: KeyValuePairs<String, Any?>) {
        self.init(
            subject,
            children: children.compactMap { label, value -> Child? in value.map { (label: label, value: $0) } },
            displayStyle: Subject.self is AnyClass ? .class : .struct,
            ancestorRepresentation: .suppressed
        )
    }
}

extension Data {
    /// The text in place of content that can't be shown: the number of its bytes in parentheses.
    public var lengthText: String { "(\(count) bytes)" }
}
