#if Macros
import Testing

struct VerbsExpansionTests {
    @Test func getIsTheDefault() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users") case users
            }
            """,
            """
            enum Users {
                case users
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }
            }
            """
        )
    }

    @Test func eachMethodHasAnAttribute() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") case a
                @HEAD("/a") case b
                @POST("/a") case c
                @PUT("/a") case d
                @PATCH("/a") case e
                @DELETE("/a") case f
                @OPTIONS("/a") case g
            }
            """,
            """
            enum Users {
                case a
                case b
                case c
                case d
                case e
                case f
                case g
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    case .b: .head
                    case .c: .post
                    case .d: .put
                    case .e: .patch
                    case .f: .delete
                    case .g: .options
                    default: .get
                    }
                }
            }
            """
        )
    }

    @Test func anyMethodIsWritten() {
        expectExpansion(
            """
            @API enum Users {
                @HTTP("REPORT", "/a") case a
                @HTTP("TRACE", "/a") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    case .a: HTTPTypes.HTTPRequest.Method("REPORT")!
                    case .b: .trace
                    }
                }
            }
            """
        )
    }

    @Test func placeholdersTakeValuesByName() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{name}/posts/{id}.json") case post(id: Int, name: String)
            }
            """,
            #"""
            enum Users {
                case post(id: Int, name: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .post(let id, let name): "/users/\(pathSegment: name)/posts/\(pathSegment: id).json"
                    }
                }
            }
            """#
        )
    }

    @Test func twoPlaceholdersInOneSegment() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/{user}@{host}/{a}{b}") case x(user: String, host: String, a: Int, b: Int)
            }
            """,
            #"""
            enum Users {
                case x(user: String, host: String, a: Int, b: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .x(let user, let host, let a, let b): "/\(pathSegment: user)@\(pathSegment: host)/\(pathSegment: a)\(pathSegment: b)"
                    }
                }
            }
            """#
        )
    }

    @Test func placeholdersTakeUnlabelledValuesInOrder() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{name}/posts/{id}") case post(String, Int)
            }
            """,
            #"""
            enum Users {
                case post(String, Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .post(let value0, let value1): "/users/\(pathSegment: value0)/posts/\(pathSegment: value1)"
                    }
                }
            }
            """#
        )
    }

    @Test func aQueryInThePathStays() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users?sort=name") case users(page: Int)
            }
            """,
            """
            enum Users {
                case users(page: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users?sort=name" }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .users(let page): .query(["page": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func anEmptyPathIsTheBaseURL() {
        expectExpansion(
            """
            @API enum Users {
                @GET("") case root
            }
            """,
            """
            enum Users {
                case root
            }

            extension Users: Talyn.TargetType {
                var path: String { "" }
            }
            """
        )
    }

    @Test func anAbsolutePathStays() {
        expectExpansion(
            """
            @API enum Users {
                @GET("https://b.example/users") case users
            }
            """,
            """
            enum Users {
                case users
            }

            extension Users: Talyn.TargetType {
                var path: String { "https://b.example/users" }
            }
            """
        )
    }

    @Test func modulesMayBeNamed() {
        expectExpansion(
            """
            @API enum Users {
                @TalynMacros.GET("/users") case users(page: Int)
            }
            """,
            """
            enum Users {
                @TalynMacros.GET("/users") case users(page: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/users" }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .users(let page): .query(["page": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }
}
#endif
