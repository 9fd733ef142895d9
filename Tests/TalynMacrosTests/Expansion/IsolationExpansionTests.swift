#if Macros
import Testing

struct IsolationExpansionTests {
    @Test(arguments: ["nonisolated enum Users", "public nonisolated enum Users"])
    func callsOfANonisolatedEnum(declaration: String) {
        expectExpansion(
            of: .type("@API \(declaration)", #"@GET("/a") @ResultType(User.self) case a"#),
            for: declaration
        )
    }

    @Test(arguments: ["@MainActor", "@Swift.MainActor", "@DatabaseActor"])
    func enumOfAnActorIsATargetForAll(actor: String) {
        expectExpansion(of: .type("\(actor) @API enum Users", #"@GET("/a") @ResultType(User.self) case a"#), for: actor)
    }

    /// A type in a nonisolated one is nonisolated; one in an isolated one has the default of the module.
    @Test(arguments: [
        ("nonisolated enum Outer", "nonisolated "), ("@MainActor enum Outer", ""),
        ("nonisolated extension Outer", "nonisolated "),
    ])
    func nestedEnum(outer: String, isolation: String) {
        let expansion = Expansion(
            """
            \(outer) {
                @API enum Users {
                    @GET("/a") @ResultType(User.self) case a
                }
            }
            """
        )
        #expect(expansion.diagnostics.isEmpty)
        #expect(expansion.text.contains("    \(isolation)struct Calls: Sendable {"))
        #expect(isolation.isEmpty || !expansion.text.contains("    struct Calls"))
    }
}
#endif
