public import Foundation

#if Macros
/// Makes a struct the client of an HTTP API: each function without a body is an endpoint, by the attributes before it.
///
/// ```swift
/// @Client("https://api.github.com")
/// struct GitHubClient {
///     @GET("/users/{name}") func user(name: String) async throws -> User
///     @GET("/events") func events() -> EventStream<Event>
/// }
/// ```
///
/// The struct gets an enum `Target` with a case for each function, the `provider` that calls them, and an initialiser that
/// takes one.
///
/// - Parameter baseURL: The URL that every path continues; it is checked while this is compiled.
@attached(memberAttribute)
@attached(member, names: named(Target), named(provider), named(baseURL), named(init))
public macro Client(_ baseURL: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientMacro")

/// The same with a base URL that is known only when the program runs.
///
/// - Parameter baseURL: An expression that is evaluated each time a target is resolved.
@attached(memberAttribute)
@attached(member, names: named(Target), named(provider), named(baseURL), named(init))
public macro Client(_ baseURL: URL) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientMacro")

/// The same with a base URL that each instance is given: `GitHubClient(baseURL: url)`.
@attached(memberAttribute)
@attached(member, names: named(Target), named(provider), named(baseURL), named(init))
public macro Client() = #externalMacro(module: "TalynMacrosPlugin", type: "ClientMacro")

/// Writes the body of a function; `@Client` puts it there.
@attached(body)
public macro _ClientCall(
    validates: Bool,
    hasBaseURL: Bool,
    case: StaticString? = nil,
    decodes: Bool = false
) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientCallMacro")
#endif
