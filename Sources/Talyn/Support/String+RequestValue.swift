import Foundation

extension String {
    /// The text of a value in a path, a header field or a part of a multipart body.
    ///
    /// A number is written as in a query: a whole one without a fraction, so that `2.0` is `2`. A Boolean is `true` or
    /// `false`, a URL is its absolute text, and anything else is as it describes itself. The description of a date is
    /// for people: give its text in the format that the server wants.
    ///
    /// An optional is no value: unwrap it.
    ///
    /// - Parameter value: What describes itself.
    public init(requestValue value: some CustomStringConvertible) {
        self = Self.text(of: value)
    }

    /// The text of a raw value in a path, a header field or a part of a multipart body.
    ///
    /// - Parameter value: What has a raw value that describes itself, such as a case of an enum of strings.
    public init<Value: RawRepresentable>(requestValue value: Value) where Value.RawValue: CustomStringConvertible {
        self = Self.text(of: value.rawValue)
    }

    /// The text of a raw value in a path, a header field or a part of a multipart body.
    ///
    /// - Parameter value: What has both a raw value, which is the one for servers, and a description.
    public init<Value: RawRepresentable & CustomStringConvertible>(
        requestValue value: Value
    ) where Value.RawValue: CustomStringConvertible {
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
        } else if Value.self == CGFloat.self, let number = value as? CGFloat {
            URLEncodedWriter.text(of: Double(number))
        } else if Value.self == URL.self, let url = value as? URL {
            url.absoluteString
        } else {
            value.description
        }
    }
}
