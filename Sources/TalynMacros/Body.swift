#if Macros
/// Makes a value of an endpoint the body.
///
/// - Parameter value: The name of the value.
@attached(peer)
public macro Body(_ value: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif

/// Makes a parameter the body of the request that a function of a client makes.
@propertyWrapper
public struct Body<Value> {
    /// The parameter.
    public var wrappedValue: Value

    /// Wraps a parameter.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}
