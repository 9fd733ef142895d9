@_exported public import Talyn

// The generated code names types of Talyn, Foundation and HTTPTypes. Talyn exports the last.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

/// The types of Foundation in generated code. On Linux, they are FoundationEssentials' own.
public enum FoundationTypes {
    #if canImport(FoundationEssentials)
    /// Bytes.
    public typealias Data = FoundationEssentials.Data
    /// The URL of a server.
    public typealias URL = FoundationEssentials.URL
    #else
    /// Bytes.
    public typealias Data = Foundation.Data
    /// The URL of a server.
    public typealias URL = Foundation.URL
    #endif
}

#if Macros
/// Makes an enum a target. Each case is an endpoint, described by the attributes before it.
///
/// ```swift
/// @API("https://api.github.com")
/// enum GitHub {
///     @GET("/users/{name}") case user(name: String)
///     @GET("/search/repositories") case search(q: String, page: Int? = nil)
/// }
/// ```
///
/// The macro generates the members of `TargetType` that the attributes set, except those written by hand in the enum.
///
/// - Parameter baseURL: The URL that all paths are relative to. The macro checks it at compile time. Without it, write
///   `baseURL` by hand.
@attached(
    extension,
    conformances: TargetType,
    DecodableTargetType,
    AccessTokenAuthorizable,
    names: named(baseURL),
    named(path),
    named(method),
    named(query),
    named(headerFields),
    named(body),
    named(validation),
    named(coding),
    named(envelope),
    named(failureBodyType),
    named(sampleData),
    named(requestOptions),
    named(authorizationType),
    named(ResultType),
    named(Calls)
)
public macro API(_ baseURL: StaticString? = nil) = #externalMacro(module: "TalynMacrosPlugin", type: "APIMacro")

// The same list again: Swift can't share it between macros, and a parameter of both types would accept any value.

/// Makes an enum a target, with a base URL that is known at run time.
///
/// - Parameter baseURL: An expression. It is evaluated each time a target is resolved.
@attached(
    extension,
    conformances: TargetType,
    DecodableTargetType,
    AccessTokenAuthorizable,
    names: named(baseURL),
    named(path),
    named(method),
    named(query),
    named(headerFields),
    named(body),
    named(validation),
    named(coding),
    named(envelope),
    named(failureBodyType),
    named(sampleData),
    named(requestOptions),
    named(authorizationType),
    named(ResultType),
    named(Calls)
)
public macro API(_ baseURL: URL) = #externalMacro(module: "TalynMacrosPlugin", type: "APIMacro")
#endif
