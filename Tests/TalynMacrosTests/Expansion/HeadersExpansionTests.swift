#if Macros
import Testing

struct HeadersExpansionTests {
    @Test func headers() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") @Headers(["Accept": "text/plain", "X-Key": key]) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var headers: [String: String]? {
                    switch self {
                    case .a: ["Accept": "text/plain", "X-Key": key]
                    default: nil
                    }
                }
            }
            """
        )
    }

    @Test func headersOfTheType() {
        expectExpansion(
            """
            @API @Headers(["Accept": "a", "X": "1"]) enum Users {
                @GET("/a") @Headers(["accept": "b"]) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var headers: [String: String]? {
                    switch self {
                    case .a: ["X": "1", "accept": "b"]
                    case .b: ["Accept": "a", "X": "1"]
                    }
                }
            }
            """
        )
    }

    @Test func aValueReplacesAFieldOfTheType() {
        expectExpansion(
            """
            @API @Headers(["Accept": "a", "X": "1"]) enum Users {
                @GET("/a") @Header("accept") case a(accept: String)
            }
            """,
            """
            enum Users {
                case a(accept: String)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var headers: [String: String]? {
                    switch self {
                    case .a(let accept): ["X": "1", "accept": String(requestValue: accept)]
                    }
                }
            }
            """
        )
    }

    @Test func textHasATypeOfItsOwn() {
        expectExpansion(
            """
            @API enum Users {
                @POST("/a") @Headers(["Content-Type": "text/csv"]) @Body("text") case a(text: String)
                @POST("/b") @Header("type", name: "Content-Type") @Body("text") case b(text: String, type: String)
            }
            """,
            """
            enum Users {
                case a(text: String)
                case b(text: String, type: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .a(let text): .requestData(Foundation.Data(text.utf8))
                    case .b(let text, _): .requestData(Foundation.Data(text.utf8))
                    }
                }

                var headers: [String: String]? {
                    switch self {
                    case .a: ["Content-Type": "text/csv"]
                    case .b(_, let type): ["Content-Type": String(requestValue: type)]
                    }
                }
            }
            """
        )
    }

    @Test func noFields() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") @Headers([:]) case a
            }
            """,
            """
            enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }
}
#endif
