#if Macros
import Testing

struct LiteralsExpansionTests {
    @Test func pathsAreNotASCIIOnly() {
        expectExpansion(of: .api(#"@GET("/größen/{größe}/✓") case size(größe: Int)"#))
    }

    @Test func escapesArePartOfAPath() {
        expectExpansion(of: .api(#"@GET("/caf\u{e9}/\"{name}\"/\\") case x(name: String)"#))
    }

    @Test func rawLiteralsHaveNoEscapes() {
        expectExpansion(of: .api(##"@GET(#"/a\b/"{name}""#) case x(name: String)"##))
    }

    @Test func aPathMayStandOnItsOwnLine() {
        expectExpansion(
            of: #"""
                @API enum Users {
                    @GET(
                        """
                        /users/{name}
                        """
                    ) case user(name: String)
                }
                """#
        )
    }

    @Test func commentsInAttributesAreIgnored() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET(/* Where? */ "/users/{name}" /* There. */)  // Reads.
                    @Query("page" /* The page. */, name: "p")
                    case user(name: String, /* From 1. */ page: Int)
                }
                """
        )
    }

    @Test func aBaseURLMayStandOnItsOwnLine() {
        expectExpansion(
            of: #"""
                @API(
                    """
                    https://a.example/v1
                    """
                )
                enum Users {
                    @GET("/users") case users
                }
                """#
        )
    }

    @Test func aSampleMayHaveLines() {
        expectExpansion(
            of: #"""
                @API enum Users {
                    @GET("/users")
                    @Sample(
                        """
                        {
                            "name": "ada"
                        }
                        """
                    )
                    case user
                }
                """#
        )
    }
}
#endif
