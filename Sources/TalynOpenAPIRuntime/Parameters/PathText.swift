public import TalynCore

extension RequestPath.StringInterpolation {
    /// Appends a value in the style `simple`: `a,b`, or `R=100,G=200` for an object that is exploded.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the parameter.
    ///   - explode: Whether the members of an object are pairs.
    public mutating func appendInterpolation(simple value: some Encodable, name: String, explode: Bool = false) {
        append(encoded: ParameterValue.parts(of: value, explode).joined(separator: ","), name)
    }

    /// Appends a value in the style `label`: `.a,b`, or `.a.b` if it is exploded.
    public mutating func appendInterpolation(label value: some Encodable, name: String, explode: Bool = false) {
        let text = ParameterValue.parts(of: value, explode).joined(separator: explode ? "." : ",")
        append(encoded: text.isEmpty ? "" : "." + text, name)
    }

    /// Appends a value in the style `matrix`: `;id=a,b`, or `;id=a;id=b` if it is exploded.
    public mutating func appendInterpolation(matrix value: some Encodable, name: String, explode: Bool = false) {
        let value = (try? ParameterValue(encoding: value)) ?? .scalar(.null)
        let texts = value.texts.map { $0.encoded() }
        let text: String =
            if texts.isEmpty {
                // An array without elements has no text, whether it is exploded or not (RFC 6570, section 2.3).
                ""
            } else if !explode {
                ";\(name.encoded())" + (texts.joined().isEmpty ? "" : "=" + texts.joined(separator: ","))
            } else if !value.pairs.isEmpty {
                value.exploded.map { ";" + $0 }.joined()
            } else {
                texts.map { ";\(name.encoded())=\($0)" }.joined()
            }
        append(encoded: text, name)
    }

    /// Appends a value as JSON, percent-encoded.
    public mutating func appendInterpolation(json value: some Encodable, name: String) {
        append(encoded: ((try? String(json: value)) ?? "").encoded(), name)
    }

    /// Appends a path of several segments, such as that of a file. Its slashes stay.
    public mutating func appendInterpolation(segments value: some CustomStringConvertible, name: String) {
        let segments = String(requestValue: value).split(separator: "/", omittingEmptySubsequences: false)
        let text = segments.map { String($0).encoded() }.joined(separator: "/")
        append(encoded: text, name)
    }

    /// Appends percent-encoded text. A path with an empty one can't be sent, as with each other value.
    private mutating func append(encoded text: String, _ name: String) {
        if text.isEmpty { return appendInterpolation(text, name: name) }
        appendInterpolation(percentEncoded: text, name: name)
    }
}

extension ParameterValue {
    /// The encoded texts of a value; none for a value that can't be encoded.
    fileprivate static func parts(of value: some Encodable, _ explode: Bool) -> [String] {
        guard let value = try? ParameterValue(encoding: value) else { return [] }
        return explode && !value.pairs.isEmpty ? value.exploded : value.texts.map { $0.encoded() }
    }

    /// The members of an object as pairs.
    fileprivate var exploded: [String] { pairs.map { "\($0.name.encoded())=\($0.text.encoded())" } }
}
