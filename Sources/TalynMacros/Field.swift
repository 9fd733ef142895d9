#if Macros
/// Puts values of an endpoint into the JSON or the form of the body.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name in the body, that of the value by default.
@attached(peer)
public macro Field(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif

/// Puts a parameter into the JSON or the form of the body of the request that a function of a client makes.
@propertyWrapper
public struct Field<Value> {
    /// The parameter.
    public var wrappedValue: Value

    /// Wraps a parameter; the name is read while this is compiled.
    ///
    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The name in the body, that of the value by default.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}
