#if Macros
/// Reads (RFC 9110, section 9.3.1): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are query parameters.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro GET(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Reads the header fields alone (RFC 9110, section 9.3.2): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are query parameters.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro HEAD(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Has the resource process a body (RFC 9110, section 9.3.3): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are members of a JSON body.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro POST(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Replaces (RFC 9110, section 9.3.4): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are members of a JSON body.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro PUT(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Changes a part (RFC 5789): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are members of a JSON body.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro PATCH(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Removes (RFC 9110, section 9.3.5): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are query parameters.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro DELETE(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Asks what is possible (RFC 9110, section 9.3.7): the method and the path of an endpoint.
///
/// Values that are neither in the path nor named by another attribute are query parameters.
///
/// - Parameter path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro OPTIONS(_ path: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Any method: `@HTTP("REPORT", "/calendars/{id}")`.
///
/// Values that are neither in the path nor named by another attribute are where the method's own attribute puts them; for
/// a method without one they are members of a JSON body, but for TRACE and CONNECT.
///
/// - Parameters:
///   - method: The method, as it is sent (RFC 9110, section 9.1).
///   - path: What continues the base URL; a name in braces stands for the value that is called so.
@attached(peer)
public macro HTTP(_ method: StaticString, _ path: StaticString) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
