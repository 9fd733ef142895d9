#if Macros

public import _TalynFoundation
public import Talyn

/// The way to the next page of a list. The function of the endpoint returns a `PageStream`.
///
/// ```swift
/// @Client("https://api.github.com")
/// struct Repositories {
///     @GET("/users/{name}/repos") @Paged(.links) func all(of name: String) -> PageStream<[Repository]>
///     @GET("/search") @Paged(.cursor("after", at: "next")) func found(q: String) -> PageStream<Found>
/// }
/// ```
///
/// On a case of an enum with `@API`, `@ResultType` sets the type of a page. The function in `Calls` returns the pages.
///
/// - Parameters:
///   - pagination: The way to the next page, as for `pages(of:as:by:)` of the provider. Write it here: the generated code repeats
///     it for the endpoint's own types. A closure for `.next` can use the response and the number of a page, but not its value.
///   - prefetching: Whether the next page is fetched while the caller works on the page before.
@attached(peer)
public macro Paged(_ pagination: Pagination<PagedTarget, [EmptyResult]>, prefetching: Bool = false) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The target in the argument of ``Paged(_:prefetching:)``, where the type of the endpoint isn't known. It has no values.
public enum PagedTarget: TargetType {
    /// Never called.
    public var baseURL: URL { switch self {} }

    /// Never called.
    public var path: RequestPath { switch self {} }
}
#endif
