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

/// A conversation over a WebSocket (RFC 6455). Also import `TalynWebSocket`.
///
/// ```swift
/// @Client("https://chat.example.com")
/// struct ChatClient {
///     @WebSocket("/rooms/{id}") func room(id: Int) async throws -> WebSocketConnection<Event, Command>
///     @WebSocket("/lobby", subprotocols: ["chat.v2"]) func lobby() -> WebSocketSession<Event, Command>
/// }
/// ```
///
/// Values without a placeholder and without another attribute go into the query. The handshake is a GET without a body.
///
/// - Parameters:
///   - path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
///   - subprotocols: The subprotocols that the client speaks, the preferred one first.
@attached(peer)
public macro WebSocket(_ path: StaticString, subprotocols: [String] = []) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// A conversation over a WebSocket (RFC 6455), with the types of its messages. Also import `TalynWebSocket`.
///
/// This is for a case of an enum with `@API`. Its function in `Calls` opens the connection. A function of a client has the types in its
/// result.
///
/// - Parameters:
///   - path: The path relative to the base URL. A name in braces is a placeholder for the value with that name.
///   - incoming: The type of the server's messages.
///   - outgoing: The type of the messages to the server.
///   - subprotocols: The subprotocols that the client speaks, the preferred one first.
@attached(peer)
public macro WebSocket<Incoming: Sendable, Outgoing: Sendable>(
    _ path: StaticString,
    incoming: Incoming.Type,
    outgoing: Outgoing.Type,
    subprotocols: [String] = []
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
