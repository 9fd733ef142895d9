#if Macros
import TalynMacroExpansion
import Testing

struct IsolationExpansionTests {
    @Test(arguments: ["nonisolated enum Users", "public nonisolated enum Users"])
    func callsOfANonisolatedEnum(declaration: String) {
        let access = declaration.hasPrefix("public") ? "public " : ""
        expectExpansion(
            """
            @API \(declaration) {
                @GET("/a") @ResultType(User.self) case a
            }
            """,
            """
            \(declaration) {
                case a
            }

            extension Users: Talyn.TargetType {
                \(access)var path: String { "/a" }

                nonisolated \(access)struct Calls: Sendable {
                    \(access)let provider: Talyn.Provider<Users>

                    \(access)init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    \(access)func a(fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
                        try await provider.request(.a, as: User.self, fileID: fileID, line: line)
                    }
                }
            }
            """
        )
    }

    @Test(arguments: ["@MainActor", "@Swift.MainActor", "@DatabaseActor"])
    func enumOfAnActorIsATargetForAll(actor: String) {
        expectExpansion(
            """
            \(actor) @API enum Users {
                @GET("/a") @ResultType(User.self) case a
            }
            """,
            """
            \(actor) enum Users {
                case a
            }

            nonisolated extension Users: Talyn.TargetType {
                var path: String { "/a" }

                \(actor) struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    func a(fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
                        try await provider.request(.a, as: User.self, fileID: fileID, line: line)
                    }
                }
            }
            """
        )
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
        #expect(expansion.expanded.description.contains("    \(isolation)struct Calls: Sendable {"))
        #expect(isolation.isEmpty || !expansion.expanded.description.contains("    struct Calls"))
    }
}
#endif
