import Foundation

extension DefaultStringInterpolation {
    /// Appends a value to a path as one segment: `"/users/\(pathSegment: name)"`.
    ///
    /// The text is what `String(requestValue:)` makes of the value. All of it but letters, digits and
    /// `-._~` (RFC 3986, section 2.3) is percent-encoded as UTF-8, so `/`, `?` and `%` in it mean nothing.
    ///
    /// A value that is empty, `.` or `..` is no segment: the path would lead elsewhere. Such a call fails with
    /// ``TalynError/requestMapping(_:)``, and nothing is sent. To that end the text gets a NUL character, which no URL
    /// can have.
    ///
    /// - Parameter value: What describes itself.
    public mutating func appendInterpolation(pathSegment value: some CustomStringConvertible) {
        append(segment: String(requestValue: value))
    }

    /// Appends a raw value to a path as one segment: `"/pets/\(pathSegment: Status.sold)"`.
    ///
    /// - Parameter value: What has a raw value that describes itself, such as a case of an enum of strings.
    public mutating func appendInterpolation<Value: RawRepresentable>(
        pathSegment value: Value
    ) where Value.RawValue: CustomStringConvertible {
        append(segment: String(requestValue: value))
    }

    /// Appends a raw value to a path as one segment.
    ///
    /// - Parameter value: What has both a raw value, which is the one for servers, and a description.
    public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(
        pathSegment value: Value
    ) where Value.RawValue: CustomStringConvertible {
        append(segment: String(requestValue: value))
    }

    private mutating func append(segment text: String) {
        guard ASCIISet.unreserved.containsAll(text.utf8) else {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.utf8.count * 3)
            PercentEncoding.append(text.utf8, allowed: .unreserved, to: &bytes)
            return appendLiteral(String(decoding: bytes, as: UTF8.self))
        }
        // An escaped dot is a dot to servers, so those two can't be written at all. What lets the call fail is
        // URLJoining, which leaves the NUL as it is: a path can't throw.
        if text.isEmpty || text == "." || text == ".." { appendLiteral(URLJoining.noSegment) }
        appendLiteral(text)
    }
}
