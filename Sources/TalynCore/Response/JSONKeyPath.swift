/// The path to a value in JSON: names of members and indices of array elements, joined by dots.
struct JSONKeyPath: Sendable {
    let text: String
    let components: [String]

    init(_ text: String) {
        self.text = text
        components = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The error for a missing component.
    func missing(at index: Int) -> MappingError {
        .missingKeyPath(text, missing: components[...index].joined(separator: "."))
    }

    /// Replaces a JSON value with the value at the path.
    func descend(into value: inout Any?) throws(MappingError) {
        for (index, component) in components.enumerated() {
            if let object = value as? [String: Any?], let member = object[component] {
                value = member
            } else if let array = value as? [Any?], let position = Int(component), array.indices.contains(position) {
                value = array[position]
            } else {
                throw missing(at: index)
            }
        }
    }
}
