#if Macros
/// Makes values of an endpoint parts of a multipart body (RFC 7578).
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the part, that of the value by default.
///   - fileName: The name of the file that the part is.
///   - mimeType: The media type of the part.
@attached(peer)
public macro Part(
    _ values: StaticString...,
    name: StaticString? = nil,
    fileName: String? = nil,
    mimeType: String? = nil
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif

/// Makes a parameter a part of the multipart body (RFC 7578) of the request that a function of a client makes.
@propertyWrapper
public struct Part<Value> {
    /// The parameter.
    public var wrappedValue: Value

    /// Wraps a parameter; what else is said is read while this is compiled.
    ///
    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The name of the part, that of the parameter by default.
    ///   - fileName: The name of the file that the part is.
    ///   - mimeType: The media type of the part.
    public init(
        wrappedValue: Value,
        name: StaticString? = nil,
        fileName: String? = nil,
        mimeType: String? = nil
    ) {
        self.wrappedValue = wrappedValue
    }
}
