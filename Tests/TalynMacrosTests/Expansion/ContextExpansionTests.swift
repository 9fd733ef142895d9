#if Macros
import Testing

struct ContextExpansionTests {
    @Test func availability() {
        expectExpansion(
            of: """
                @API @available(macOS 99, *)
                enum Users {
                    @GET("/a") case a
                }
                """
        )
    }

    @Test func deprecatedCases() {
        expectExpansion(of: .api(#"@available(*, deprecated) @GET("/a") case a"#, #"@GET("/b") case b"#))
    }

    @Test func genericTypes() {
        expectExpansion(
            of: .type("@API enum Users<Value: Encodable & Sendable>", #"@POST("/a") case add(body: Value)"#)
        )
    }

    @Test func indirectCases() {
        expectExpansion(of: .api(#"@GET("/a/{b}") indirect case a(b: Int)"#))
    }

    @Test func noCases() {
        expectExpansion(
            of: """
                @API("https://a.example") enum Users {}
                """
        )
    }

    @Test func casesInAnIf() {
        expectExpansion(
            of: """
                @API enum Users {
                    #if DEBUG
                    @GET("/a") case a
                    #elseif os(Linux)
                    @GET("/b/{b}") case b(b: Int)
                    #else
                    @POST("/c") case c
                    #endif
                    @GET("/d/{x}") case d(x: Int)
                }
                """
        )
    }

    @Test func casesWithoutAnythingInAnIf() {
        expectExpansion(
            of: """
                @API enum Users {
                    #if DEBUG
                    @GET("/a") case a
                    #endif
                    @POST("/b/{x}") case b(x: Int)
                }
                """
        )
    }

    @Test func keywordsAreNames() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/{in}/{self}") case `default`(in: String, self: Int, init: Bool)
                    @GET("/b") case `self`
                }
                """
        )
    }

    @Test func backticks() {
        expectExpansion(of: .api(#"@GET("/{in}") case a(`in`: Int)"#))
    }

    @Test func aValueIsCalledLikeAnUnlabelledOne() {
        expectExpansion(of: .api(#"@GET("/{a}/{b}") case a(Int, value0: Int, b: Int)"#))
    }

    @Test func membersWrittenByHandWin() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a/{x}") case a(Int, filter: (Int) -> Bool)
                    case b
                    var path: RequestPath { "/a" }
                    var query: RequestParameters { [:] }
                }
                """
        )
    }

    @Test func membersWrittenInAnIf() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a") case a
                    #if DEBUG
                    var baseURL: URL { URL(string: "http://localhost")! }
                    #else
                    var baseURL: URL { URL(string: "https://a.example")! }
                    #endif
                }
                """
        )
    }

    @Test func otherAttributesAndMembers() {
        expectExpansion(
            of: """
                @API enum Users {
                    /// A.
                    @GET("/a") @MainActor case a
                    static let limit = 5
                    func describe() -> String { "" }
                    enum Kind {
                        case b
                    }
                }
                """
        )
    }

    @Test func pathByHandHasTheValuesOfPlaceholders() {
        expectExpansion(
            of: .api(#"@GET("/users/{name}") case user(name: String, page: Int)"#, #"var path: RequestPath { "/u" }"#)
        )
    }

    @Test func optionalFieldLeavesThatOfTheType() {
        expectExpansion(
            of: """
                @API @Headers(["Accept-Language": "en"]) enum Users {
                    @GET("/a") @Header("lang", name: "accept-language") case a(lang: String?)
                }
                """
        )
    }

    @Test func availabilityOfACase() {
        expectExpansion(of: .api("@available(*, deprecated)", #"@GET("/a") @ResultType(User.self) case a"#))
    }
}
#endif
