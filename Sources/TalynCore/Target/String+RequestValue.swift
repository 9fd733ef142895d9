import _TalynFoundation

extension String {
    /// The text of a value in a path, a header field or a part of a multipart body.
    ///
    /// A whole number has no fraction: `2.0` is `2`. A boolean is `true` or `false`, a URL is its absolute text, and any
    /// other value is its description. The description of a date is for people: give its text in the format of the server.
    /// An optional doesn't compile: unwrap it.
    ///
    /// - Parameter value: A value with a description.
    @_disfavoredOverload  // The raw value counts for a value with both a raw value and a description.
    public init(requestValue value: some CustomStringConvertible) {
        self = Self.text(of: value)
    }

    /// The text of a raw value in a path, a header field or a part of a multipart body.
    ///
    /// - Parameter value: A value with a raw value, such as a case of an enum of strings. A description doesn't count.
    public init<Value: RawRepresentable>(requestValue value: Value) where Value.RawValue: CustomStringConvertible {
        self = Self.text(of: value.rawValue)
    }

    private static func text<Value: CustomStringConvertible>(of value: Value) -> String {
        // Comparing types costs next to nothing, unlike casts that fail.
        if Value.self == String.self, let text = value as? String {
            text
        } else if Value.self == Double.self, let number = value as? Double {
            URLEncodedWriter.text(of: number)
        } else if Value.self == Float.self, let number = value as? Float {
            Int64(exactly: number).map { String($0) } ?? number.description
        } else if Value.self == URL.self, let url = value as? URL {
            url.absoluteString
        } else if Value.self == Int.self {
            value.description
        } else if Value.self is any BinaryFloatingPoint.Type, let number = value as? any BinaryFloatingPoint {
            // FoundationEssentials has no `CGFloat`.
            URLEncodedWriter.text(of: Double(number))
        } else {
            value.description
        }
    }
}
