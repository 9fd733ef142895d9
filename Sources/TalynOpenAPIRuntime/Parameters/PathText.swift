public import TalynCore

extension RequestPath.StringInterpolation {
    /// Appends a value in the style `simple`: `a,b`, or `R=100,G=200` for an object that is exploded.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the parameter.
    ///   - explode: Whether the members of an object are pairs.
    public mutating func appendInterpolation(simple value: some Encodable, name: String, explode: Bool = false) {
        let tree = try? ParameterTree(value)
        let parts = explode && !(tree?.pairs.isEmpty ?? true) ? tree?.exploded : tree?.texts.map { $0.encoded() }
        appendInterpolation(percentEncoded: (parts ?? []).joined(separator: ","), name: name)
    }

    /// Appends a value in the style `label`: `.a,b`, or `.a.b` if it is exploded.
    public mutating func appendInterpolation(label value: some Encodable, name: String, explode: Bool = false) {
        let tree = try? ParameterTree(value)
        let parts = explode && !(tree?.pairs.isEmpty ?? true) ? tree?.exploded : tree?.texts.map { $0.encoded() }
        let text = "." + (parts ?? []).joined(separator: explode ? "." : ",")
        appendInterpolation(percentEncoded: text, name: name)
    }

    /// Appends a value in the style `matrix`: `;id=a,b`, or `;id=a;id=b` if it is exploded.
    public mutating func appendInterpolation(matrix value: some Encodable, name: String, explode: Bool = false) {
        let tree = (try? ParameterTree(value)) ?? .nothing
        let texts = tree.texts.map { $0.encoded() }
        let text: String =
            if !explode {
                ";\(name.encoded())" + (texts.joined().isEmpty ? "" : "=" + texts.joined(separator: ","))
            } else if !tree.pairs.isEmpty {
                tree.exploded.map { ";" + $0 }.joined()
            } else {
                texts.map { ";\(name.encoded())=\($0)" }.joined()
            }
        appendInterpolation(percentEncoded: text, name: name)
    }

    /// Appends a path of several segments, such as that of a file. Its slashes stay.
    public mutating func appendInterpolation(segments value: some CustomStringConvertible, name: String) {
        let segments = String(requestValue: value).split(separator: "/", omittingEmptySubsequences: false)
        let text = segments.map { String($0).encoded() }.joined(separator: "/")
        appendInterpolation(percentEncoded: text, name: name)
    }
}

extension ParameterTree {
    /// The members of an object as pairs.
    fileprivate var exploded: [String] { pairs.map { "\($0.name.encoded())=\($0.text.encoded())" } }
}
