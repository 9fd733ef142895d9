public import _TalynFoundation

/// The names of types and cases, for texts.
public enum TypeName {
    /// The name of a type, without its module and the types around it. A type `Target` has the name of the type around it, such as
    /// that of its client.
    public static func short(of type: any Any.Type) -> String {
        let name = "\(type)"
        guard name == "Target" else { return name }
        // Local types have further parts, such as "(unknown context at $1)".
        let parents = String(reflecting: type).split(separator: ".").dropFirst().dropLast()
        return parents.last { !$0.contains(" ") }.map { String($0) } ?? name
    }

    /// The short name of a value's type, and the name of its case, such as `GitHub.user`.
    public static func ofValue(_ value: Any) -> String {
        let name = short(of: type(of: value))
        return ofCase(value).map { "\(name).\($0)" } ?? name
    }

    /// The module and the full name of a type.
    ///
    /// They lack the address that the name of a private or local type has, and that differs in each run.
    public static func full(of type: any Any.Type) -> (module: String?, name: String) {
        var name = String(reflecting: type)
        // Most names have no parenthesis, and a search for text takes as long as the rest of a replayed call.
        while name.utf8.contains(UInt8(ascii: "(")), let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        guard let dot = name.firstIndex(of: "."), !name[..<dot].contains("<") else { return (nil, name) }
        return (String(name[..<dot]), String(name[dot...].dropFirst()))
    }

    /// The name of the case of an enum, without its values, which may be secret; nil for another value.
    public static func ofCase(_ value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum else { return nil }
        // A case without values has no secrets.
        return mirror.children.first?.label ?? "\(value)"
    }
}

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
