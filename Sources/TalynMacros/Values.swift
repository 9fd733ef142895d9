#if Macros
// Each attribute for values exists twice: as a macro before a case or a function, which names the values, and as a property
// wrapper before a parameter.

/// Sends values of an endpoint in the query.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name in the query. By default, the name of the value.
@attached(peer)
public macro Query(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function in the query.
@propertyWrapper
public struct Query<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument. The macro reads the name at compile time.
    ///
    /// - Parameters:
    ///   - wrappedValue: The argument.
    ///   - name: The name in the query. By default, the name of the parameter.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}

/// Sends values of an endpoint in the JSON or form body.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the field. By default, the name of the value.
@attached(peer)
public macro Field(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function in the JSON or form body.
@propertyWrapper
public struct Field<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument. The macro reads the name at compile time.
    ///
    /// - Parameters:
    ///   - wrappedValue: The argument.
    ///   - name: The name of the field. By default, the name of the parameter.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}

/// Sends values of an endpoint in header fields.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the header field. By default, the name of the value.
@attached(peer)
public macro Header(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function in a header field.
@propertyWrapper
public struct Header<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument. The macro reads the name at compile time.
    ///
    /// - Parameters:
    ///   - wrappedValue: The argument.
    ///   - name: The name of the header field. By default, the name of the parameter.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}

/// Sends values of an endpoint in the path.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the placeholder. By default, the name of the value.
@attached(peer)
public macro Path(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function in the path.
@propertyWrapper
public struct Path<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument. The macro reads the name at compile time.
    ///
    /// - Parameters:
    ///   - wrappedValue: The argument.
    ///   - name: The name of the placeholder. By default, the name of the parameter.
    public init(wrappedValue: Value, name: StaticString? = nil) {
        self.wrappedValue = wrappedValue
    }
}

/// Sends a value of an endpoint as the whole body.
///
/// - Parameter value: The name of the value.
@attached(peer)
public macro Body(_ value: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function as the whole body.
@propertyWrapper
public struct Body<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

/// Sends values of an endpoint as parts of a multipart body (RFC 7578).
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the part. By default, the name of the value.
///   - fileName: The file name of the part.
///   - contentType: The media type of the part.
@attached(peer)
public macro Part(
    _ values: StaticString...,
    name: StaticString? = nil,
    fileName: String? = nil,
    contentType: String? = nil
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends a parameter of a client's function as a part of a multipart body (RFC 7578).
@propertyWrapper
public struct Part<Value> {
    /// The argument.
    public var wrappedValue: Value

    /// Wraps an argument. The macro reads the other parameters at compile time.
    ///
    /// - Parameters:
    ///   - wrappedValue: The argument.
    ///   - name: The name of the part. By default, the name of the parameter.
    ///   - fileName: The file name of the part.
    ///   - contentType: The media type of the part.
    public init(
        wrappedValue: Value,
        name: StaticString? = nil,
        fileName: String? = nil,
        contentType: String? = nil
    ) {
        self.wrappedValue = wrappedValue
    }
}
#endif
