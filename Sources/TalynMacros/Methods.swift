#if Macros
/// An endpoint with the method GET, which reads a resource (RFC 9110, section 9.3.1).
///
/// Values without a placeholder and without another attribute go into the query.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro GET(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method HEAD, which reads only the header fields (RFC 9110, section 9.3.2).
///
/// Values without a placeholder and without another attribute go into the query.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro HEAD(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method POST, which has the resource process a body (RFC 9110, section 9.3.3).
///
/// Values without a placeholder and without another attribute are members of a JSON body.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro POST(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method PUT, which replaces a resource (RFC 9110, section 9.3.4).
///
/// Values without a placeholder and without another attribute are members of a JSON body.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro PUT(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method PATCH, which changes a part of a resource (RFC 5789).
///
/// Values without a placeholder and without another attribute are members of a JSON body.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro PATCH(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method DELETE, which removes a resource (RFC 9110, section 9.3.5).
///
/// Values without a placeholder and without another attribute go into the query.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro DELETE(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with the method OPTIONS, which reads the options of a resource (RFC 9110, section 9.3.7).
///
/// Values without a placeholder and without another attribute go into the query.
///
/// - Parameter path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro OPTIONS(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// An endpoint with any method: `@HTTP("REPORT", "/calendars/{id}")`.
///
/// Values without a placeholder and without another attribute go to the same place as with the method's own attribute. With
/// TRACE and CONNECT, they go into the query. With other methods, they are members of a JSON body.
///
/// - Parameters:
///   - method: The method (RFC 9110, section 9.1). It is case-sensitive.
///   - path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
@attached(peer)
public macro HTTP(_ method: StaticString, _ path: StaticString) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
