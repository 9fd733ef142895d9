#if Macros
public import _TalynFoundation

/// Makes a struct the client of an API. Each function without a body is an endpoint, described by the attributes before it.
///
/// ```swift
/// @Client("https://api.github.com")
/// struct GitHubClient {
///     @GET("/users/{name}") func user(name: String) async throws -> User
///     @GET("/events") func events() -> EventStream<Event>
/// }
/// ```
///
/// The macro generates an enum `Target` with a case for each function, a `provider` for it, an initialiser, and the bodies
/// of the functions. A public client without generic parameters is `Sendable`; Swift infers the same for a client that isn't public.
///
/// - Parameter baseURL: The URL that all paths are relative to. The macro checks it at compile time. Without it, each
///   instance has its own: `GitHubClient(baseURL: url)`.
@attached(extension, conformances: Sendable)
@attached(memberAttribute)
@attached(member, names: named(Target), named(provider), named(baseURL), named(init))
public macro Client(_ baseURL: StaticString? = nil) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientMacro")

/// Makes a struct the client of an API, with a base URL that is known at run time.
///
/// - Parameter baseURL: An expression. It is evaluated each time a target is resolved.
@attached(extension, conformances: Sendable)
@attached(memberAttribute)
@attached(member, names: named(Target), named(provider), named(baseURL), named(init))
public macro Client(_ baseURL: URL) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientMacro")

/// Generates the body of a function. `@Client` adds this attribute.
@attached(body)
public macro _ClientCall(
    hasBaseURL: Bool,
    case: StaticString? = nil,
    decodes: Bool = false,
    destination: StaticString? = nil,
    options: StaticString? = nil
) = #externalMacro(module: "TalynMacrosPlugin", type: "ClientCallMacro")
#endif
