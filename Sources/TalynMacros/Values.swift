#if Macros
/// Puts values of an endpoint into the query.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name in the query, that of the value by default.
@attached(peer)
public macro Query(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Puts a parameter into the query of the request that a function of a client makes.
@propertyWrapper
public struct Query<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The name in the query, that of the value by default.
    public init(wrappedValue: Value, name: StaticString) {
        self.wrappedValue = wrappedValue
    }
}

/// Puts values of an endpoint into the JSON or the form of the body.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name in the body, that of the value by default.
@attached(peer)
public macro Field(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Puts a parameter into the JSON or the form of the body of the request that a function of a client makes.
@propertyWrapper
public struct Field<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The name in the body, that of the value by default.
    public init(wrappedValue: Value, name: StaticString) {
        self.wrappedValue = wrappedValue
    }
}

/// Puts values of an endpoint into header fields.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The name of the field, that of the value by default.
@attached(peer)
public macro Header(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Puts a parameter into a header field of the request that a function of a client makes.
@propertyWrapper
public struct Header<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The name of the field, that of the value by default.
    public init(wrappedValue: Value, name: StaticString) {
        self.wrappedValue = wrappedValue
    }
}

/// Puts values of an endpoint into the path.
///
/// - Parameters:
///   - values: The names of the values.
///   - name: The placeholder, the one with the name of the value by default.
@attached(peer)
public macro Path(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Puts a parameter into the path of the request that a function of a client makes.
@propertyWrapper
public struct Path<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// - Parameters:
    ///   - wrappedValue: The parameter.
    ///   - name: The placeholder, the one with the name of the value by default.
    public init(wrappedValue: Value, name: StaticString) {
        self.wrappedValue = wrappedValue
    }
}

/// Makes a value of an endpoint the body.
///
/// - Parameter value: The name of the value.
@attached(peer)
public macro Body(_ value: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Makes a parameter the body of the request that a function of a client makes.
@propertyWrapper
public struct Body<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

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

/// Makes a parameter a part of the multipart body (RFC 7578) of the request that a function of a client makes.
@propertyWrapper
public struct Part<Value> {
    public var wrappedValue: Value

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
#endif
