#if Macros
/// Puts values of an endpoint into the path.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The placeholder, the one with the name of the value by default.
@attached(peer)
public macro Path(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif

/// Puts a parameter into the path of the request that a function of a client makes.
@propertyWrapper
public struct Path<Value> {
    /// The parameter.
    public var wrappedValue: Value

    /// Wraps a parameter; the name is read while this is compiled.
    ///
    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The placeholder, the one with the name of the value by default.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}
