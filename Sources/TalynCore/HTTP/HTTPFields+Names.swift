// Targets name methods and header fields, so `import Talyn` brings these types, too. The files of this module import
// HTTPTypes all the same.
@_exported public import HTTPTypes

extension HTTPFields {
    /// The value of a field whose name stands in the code: `headerFields["X-Api-Version"] = "2"`.
    ///
    /// For a name that isn't known before the program runs, use `HTTPField.Name(_:)`.
    ///
    /// - Parameter name: The name. A name that isn't a token (RFC 9110, section 5.1) is an error of the program, which stops.
    public subscript(name: StaticString) -> String? {
        get { self[HTTPField.Name.named(name)] }
        set { self[HTTPField.Name.named(name)] = newValue }
    }
}

extension HTTPField.Name {
    /// A name that stands in the code: `[.named("X-Api-Version"): "2"]`.
    ///
    /// For a name that isn't known before the program runs, use `HTTPField.Name(_:)`.
    ///
    /// - Parameter name: The name. A name that isn't a token (RFC 9110, section 5.1) is an error of the program, which stops.
    public static func named(_ name: StaticString) -> HTTPField.Name {
        guard let result = HTTPField.Name(name.description) else {
            preconditionFailure("'\(name)' isn't a name of a header field. Use letters, digits and hyphens only.")
        }
        return result
    }
}
