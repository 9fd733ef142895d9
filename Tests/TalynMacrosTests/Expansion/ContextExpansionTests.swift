#if Macros
import Testing

struct ContextExpansionTests {
    @Test func availability() {
        expectExpansion(
            """
            @API @available(macOS 99, *)
            enum Users {
                @GET("/a") case a
            }
            """,
            """
            @available(macOS 99, *)
            enum Users {
                case a
            }

            @available(macOS 99, *)
            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }

    @Test func deprecatedCases() {
        expectExpansion(
            """
            @API enum Users {
                @available(*, deprecated) @GET("/a") case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                @available(*, deprecated) case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }
            }
            """
        )
    }

    @Test func genericTypes() {
        expectExpansion(
            """
            @API enum Users<Value: Encodable & Sendable> {
                @POST("/a") case add(body: Value)
            }
            """,
            """
            enum Users<Value: Encodable & Sendable> {
                case add(body: Value)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var method: HTTPTypes.HTTPRequest.Method { .post }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .add(let body): .requestJSONEncodable(body)
                    }
                }
            }
            """
        )
    }

    @Test func indirectCases() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a/{b}") indirect case a(b: Int)
            }
            """,
            #"""
            enum Users {
                indirect case a(b: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a(let b): "/a/\(pathSegment: b)"
                    }
                }
            }
            """#
        )
    }

    @Test func noCases() {
        expectExpansion(
            """
            @API("https://a.example") enum Users {}
            """,
            """
            enum Users {}

            extension Users: Talyn.TargetType {
                var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                var path: String {
                    switch self {
                    }
                }
            }
            """
        )
    }

    @Test func casesInAnIf() {
        expectExpansion(
            """
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
            """,
            #"""
            enum Users {
                #if DEBUG
                case a
                #elseif os(Linux)
                case b(b: Int)
                #else
                case c
                #endif
                case d(x: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    #if DEBUG
                    case .a: "/a"
                    #endif
                    #if (!(DEBUG)) && (os(Linux))
                    case .b(let b): "/b/\(pathSegment: b)"
                    #endif
                    #if (!(DEBUG)) && (!(os(Linux)))
                    case .c: "/c"
                    #endif
                    case .d(let x): "/d/\(pathSegment: x)"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    #if (!(DEBUG)) && (!(os(Linux)))
                    case .c: .post
                    #endif
                    default: .get
                    }
                }
            }
            """#
        )
    }

    @Test func casesWithoutAnythingInAnIf() {
        expectExpansion(
            """
            @API enum Users {
                #if DEBUG
                @GET("/a") case a
                #endif
                @POST("/b/{x}") case b(x: Int)
            }
            """,
            #"""
            enum Users {
                #if DEBUG
                case a
                #endif
                case b(x: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    #if DEBUG
                    case .a: "/a"
                    #endif
                    case .b(let x): "/b/\(pathSegment: x)"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    case .b: .post
                    #if DEBUG
                    default: .get
                    #endif
                    }
                }
            }
            """#
        )
    }

    @Test func keywordsAreNames() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/{in}/{self}") case `default`(in: String, self: Int, init: Bool)
                @GET("/b") case `self`
            }
            """,
            #"""
            enum Users {
                case `default`(in: String, self: Int, init: Bool)
                case `self`
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .`default`(let `in`, let `self`, _): "/\(pathSegment: `in`)/\(pathSegment: `self`)"
                    case .`self`: "/b"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .`default`(_, _, let `init`): .query(["init": `init`] as Talyn.RequestFields)
                    default: .requestPlain
                    }
                }
            }
            """#
        )
    }

    @Test func backticks() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/{in}") case a(`in`: Int)
            }
            """,
            #"""
            enum Users {
                case a(`in`: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a(let `in`): "/\(pathSegment: `in`)"
                    }
                }
            }
            """#
        )
    }

    @Test func aValueIsCalledLikeAnUnlabelledOne() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/{a}/{b}") case a(Int, value0: Int, b: Int)
            }
            """,
            #"""
            enum Users {
                case a(Int, value0: Int, b: Int)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a(let value0_, _, let b): "/\(pathSegment: value0_)/\(pathSegment: b)"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .a(_, let value0, _): .query(["value0": value0] as Talyn.RequestFields)
                    }
                }
            }
            """#
        )
    }

    @Test func membersWrittenByHandWin() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a/{x}") case a(Int, filter: (Int) -> Bool)
                case b
                var path: String { "/a" }
                var task: HTTPTask { .requestPlain }
            }
            """,
            """
            enum Users {
                case a(Int, filter: (Int) -> Bool)
                case b
                var path: String { "/a" }
                var task: HTTPTask { .requestPlain }
            }

            extension Users: Talyn.TargetType {

            }
            """
        )
    }

    @Test func membersWrittenInAnIf() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") case a
                #if DEBUG
                var baseURL: URL { URL(string: "http://localhost")! }
                #else
                var baseURL: URL { URL(string: "https://a.example")! }
                #endif
            }
            """,
            """
            enum Users {
                case a
                #if DEBUG
                var baseURL: URL { URL(string: "http://localhost")! }
                #else
                var baseURL: URL { URL(string: "https://a.example")! }
                #endif
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }

    @Test func otherAttributesAndMembers() {
        expectExpansion(
            """
            @API enum Users {
                /// A.
                @GET("/a") @MainActor case a
                static let limit = 5
                func describe() -> String { "" }
                enum Kind {
                    case b
                }
            }
            """,
            """
            enum Users {
                /// A.
                @MainActor case a
                static let limit = 5
                func describe() -> String { "" }
                enum Kind {
                    case b
                }
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }

    @Test func pathByHandHasTheValuesOfPlaceholders() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{name}") case user(name: String, page: Int)
                var path: String { "/u" }
            }
            """,
            """
            enum Users {
                case user(name: String, page: Int)
                var path: String { "/u" }
            }

            extension Users: Talyn.TargetType {
                var task: Talyn.HTTPTask {
                    switch self {
                    case .user(_, let page): .query(["page": page] as Talyn.RequestFields)
                    }
                }
            }
            """
        )
    }

    @Test func optionalFieldLeavesThatOfTheType() {
        expectExpansion(
            """
            @API @Headers(["Accept-Language": "en"]) enum Users {
                @GET("/a") @Header("lang", name: "accept-language") case a(lang: String?)
            }
            """,
            """
            enum Users {
                case a(lang: String?)
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                var headers: [String: String]? {
                    switch self {
                    case .a(let lang): ["accept-language": lang.map { String(requestValue: $0) } ?? ("en")]
                    }
                }
            }
            """
        )
    }

    @Test func availabilityOfACase() {
        expectExpansion(
            """
            @API enum Users {
                @available(*, deprecated)
                @GET("/a") @ResultType(User.self) case a
            }
            """,
            """
            enum Users {
                @available(*, deprecated)
                case a
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }

                struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    @available(*, deprecated)
                    func a(fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
                        try await provider.request(.a, as: User.self, fileID: fileID, line: line)
                    }
                }
            }
            """
        )
    }
}
#endif
