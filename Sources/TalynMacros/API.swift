public import Foundation

#if Macros
/// Makes an enum the description of an HTTP API: each case is an endpoint, by the attributes before it.
///
/// ```swift
/// @API("https://api.github.com")
/// enum GitHub {
///     @GET("/users/{name}") case user(name: String)
///     @GET("/search/repositories") case search(q: String, page: Int? = nil)
/// }
/// ```
///
/// The enum gets the members of `TargetType` that the attributes ask for. A member that is written in the braces of
/// the enum wins: the macro leaves it out.
///
/// - Parameter baseURL: The URL that every path continues; it is checked while this is compiled.
@attached(
    extension,
    conformances: TargetType,
    DecodableTargetType,
    AccessTokenAuthorizable,
    names: named(baseURL),
    named(path),
    named(method),
    named(task),
    named(headers),
    named(sampleData),
    named(validationType),
    named(authorizationType),
    named(decoder),
    named(envelope),
    named(failureType),
    named(requestOptions),
    named(ResultType),
    named(Calls)
)
public macro API(_ baseURL: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "APIMacro")

/// The same with a base URL that is known only when the program runs.
///
/// - Parameter baseURL: An expression that is evaluated each time a target is resolved.
@attached(
    extension,
    conformances: TargetType,
    DecodableTargetType,
    AccessTokenAuthorizable,
    names: named(baseURL),
    named(path),
    named(method),
    named(task),
    named(headers),
    named(sampleData),
    named(validationType),
    named(authorizationType),
    named(decoder),
    named(envelope),
    named(failureType),
    named(requestOptions),
    named(ResultType),
    named(Calls)
)
public macro API(_ baseURL: URL) = #externalMacro(module: "TalynMacrosPlugin", type: "APIMacro")

/// The same with a `baseURL` that is written by hand.
@attached(
    extension,
    conformances: TargetType,
    DecodableTargetType,
    AccessTokenAuthorizable,
    names: named(baseURL),
    named(path),
    named(method),
    named(task),
    named(headers),
    named(sampleData),
    named(validationType),
    named(authorizationType),
    named(decoder),
    named(envelope),
    named(failureType),
    named(requestOptions),
    named(ResultType),
    named(Calls)
)
public macro API() = #externalMacro(module: "TalynMacrosPlugin", type: "APIMacro")
#endif
