#if Macros
import Testing

struct LiteralsExpansionTests {
    @Test func pathsAreNotASCIIOnly() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/größen/{größe}/✓") case size(größe: Int)
            }
            """,
            #"""
            enum Users {
                case size(größe: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .size(let größe): "/größen/\(pathSegment: größe)/✓"
                    }
                }
            }
            """#
        )
    }

    @Test func escapesArePartOfAPath() {
        expectExpansion(
            #"""
            @API enum Users {
                @GET("/caf\u{e9}/\"{name}\"/\\") case x(name: String)
            }
            """#,
            #"""
            enum Users {
                case x(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .x(let name): "/café/\"\(pathSegment: name)\"/\\"
                    }
                }
            }
            """#
        )
    }

    @Test func rawLiteralsHaveNoEscapes() {
        expectExpansion(
            #"""
            @API enum Users {
                @GET(#"/a\b/"{name}""#) case x(name: String)
            }
            """#,
            #"""
            enum Users {
                case x(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .x(let name): "/a\\b/\"\(pathSegment: name)\""
                    }
                }
            }
            """#
        )
    }

    @Test func aPathMayStandOnItsOwnLine() {
        expectExpansion(
            #"""
            @API enum Users {
                @GET(
                    """
                    /users/{name}
                    """
                ) case user(name: String)
            }
            """#,
            #"""
            enum Users {
                case user(name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .user(let name): "/users/\(pathSegment: name)"
                    }
                }
            }
            """#
        )
    }

    @Test func commentsInAttributesAreIgnored() {
        expectExpansion(
            """
            @API enum Users {
                @GET(/* Where? */ "/users/{name}" /* There. */)  // Reads.
                @Query("page" /* The page. */, name: "p")
                case user(name: String, /* From 1. */ page: Int)
            }
            """,
            #"""
            enum Users {
                // Reads.
                case user(name: String, /* From 1. */ page: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .user(let name, _): "/users/\(pathSegment: name)"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .user(_, let page): .query(["p": page] as Talyn.RequestFields)
                    }
                }
            }
            """#
        )
    }

    @Test func aBaseURLMayStandOnItsOwnLine() {
        expectExpansion(
            #"""
            @API(
                """
                https://a.example/v1
                """
            )
            enum Users {
                @GET("/users") case users
            }
            """#,
            """
            enum Users {
                case users
            }

            extension Users: Talyn.TargetType {
                var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example/v1")! }

                var path: String { "/users" }
            }
            """
        )
    }

    @Test func aSampleMayHaveLines() {
        expectExpansion(
            #"""
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
            """#,
            #"""
            enum Users {
                case user
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var sampleData: Foundation.Data {
                    Foundation.Data("""
                        {
                            "name": "ada"
                        }
                        """.utf8)
                }
            }
            """#
        )
    }
}
#endif
