#if Macros
import Testing

struct ClientExpansionTests {
    @Test func functions() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                /// One of them.
                @GET("/users/{name}") func user(name: String) async throws -> User
            }
            """,
            #"""
            struct Users {
                /// One of them.
                func user(name: String) async throws -> User {
                    try await provider.request(.user(name: name), as: User.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case user(name: String)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .user(let name): "/users/\(pathSegment: name)"
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """#
        )
    }

    @Test func withABaseURLOfItsOwn() {
        expectExpansion(
            """
            @Client struct Users {
                @POST("/users") func add(@Body user: User) async throws
            }
            """,
            """
            struct Users {
                func add(@Body user: User) async throws {
                    _ = try await provider.request(.add(user: user, baseURL: baseURL), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case add(user: User, baseURL: Foundation.URL)

                    var baseURL: Foundation.URL {
                        switch self {
                        case .add(_, let baseURL): baseURL
                        }
                    }

                    var path: String { "/users" }

                    var method: HTTPTypes.HTTPRequest.Method { .post }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .add(let user, _): .requestJSONEncodable(user)
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                let baseURL: Foundation.URL

                init(baseURL: Foundation.URL, provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.baseURL = baseURL
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func withAnExpressionForAURL() {
        expectExpansion(
            """
            @Client(Server.url) struct Users {
                @GET("/users") func users() async throws(TalynError) -> [User]
            }
            """,
            """
            struct Users {
                func users() async throws(TalynError) -> [User] {
                    try await provider.request(.users, as: [User].self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case users

                    var baseURL: Foundation.URL { Server.url }

                    var path: String { "/users" }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func results() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/a") func a() async throws -> User?
                @GET("/a") func b() async throws -> Response
                @GET("/a") func c() async throws -> String
                @GET("/a") func d() async throws -> Data
                @GET("/a") func e() async throws -> ()
                @GET("/a") func f() -> EventStream<User>
                @GET("/a") func g() -> EventStream<ServerSentEvent>
                @GET("/a") func h() -> ResponseStream
                @GET("/a") func i() -> TransferStream
            }
            """,
            """
            struct Users {
                func a() async throws -> User? {
                    try await provider.request(.a, as: (User?).self, line: 0)
                }
                func b() async throws -> Response {
                    try await provider.request(.b, line: 0)
                }
                func c() async throws -> String {
                    try await provider.request(.c, line: 0).filterSuccessfulStatusCodes().mapString()
                }
                func d() async throws -> Data {
                    try await provider.request(.d, line: 0).filterSuccessfulStatusCodes().data
                }
                func e() async throws -> () {
                    _ = try await provider.request(.e, as: Talyn.EmptyResult.self, line: 0)
                }
                func f() -> EventStream<User> {
                    provider.events(.f, as: User.self)
                }
                func g() -> EventStream<ServerSentEvent> {
                    provider.events(.g)
                }
                func h() -> ResponseStream {
                    provider.stream(.h, line: 0)
                }
                func i() -> TransferStream {
                    provider.transfer(.i)
                }

                enum Target: Talyn.TargetType {
                    case a
                    case b
                    case c
                    case d
                    case e
                    case f
                    case g
                    case h
                    case i

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func parameters() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @POST("/users/{id}") func put(
                    @Path(name: "id") _ number: Int,
                    @Query for name: String,
                    @Header(name: "X-Key") key: String?,
                    @Field(name: "n") note: String = ""
                ) async throws
            }
            """,
            #"""
            struct Users {
                func put(
                    @Path(name: "id") _ number: Int,
                    @Query for name: String,
                    @Header(name: "X-Key") key: String?,
                    @Field(name: "n") note: String = ""
                ) async throws {
                    _ = try await provider.request(.put(number, for: name, key: key, note: note), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case put(_ number: Int, for: String, key: String?, note: String = "")

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .put(let number, _, _, _): "/users/\(pathSegment: number)"
                        }
                    }

                    var method: HTTPTypes.HTTPRequest.Method { .post }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .put(_, let name, _, let note): .requestJSONEncodable(["n": note] as Talyn.RequestFields).adding(query: ["name": name] as Talyn.RequestFields)
                        }
                    }

                    var headers: [String: String]? {
                        switch self {
                        case .put(_, _, let key, _): (["X-Key": key.map { String(requestValue: $0) }] as [String: String?]).compactMapValues { $0 }
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """#
        )
    }

    @Test func parts() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") func add(@Part(fileName: "me.png") image: Data, @Part name: String) async throws
            }
            """,
            """
            struct Users {
                func add(@Part(fileName: "me.png") image: Data, @Part name: String) async throws {
                    _ = try await provider.request(.add(image: image, name: name), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case add(image: Data, name: String)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/users" }

                    var method: HTTPTypes.HTTPRequest.Method { .post }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .add(let image, let name): .uploadMultipart([Talyn.MultipartFormData(image, name: "image", fileName: "me.png"), Talyn.MultipartFormData(name, name: "name")])
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func keywordsAreNames() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/users/{in}") func `default`(in: String, for default: Int, `self`: Int) async throws
            }
            """,
            #"""
            struct Users {
                func `default`(in: String, for default: Int, `self`: Int) async throws {
                    _ = try await provider.request(.`default`(in: `in`, for: `default`, self: `self`), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case `default`(in: String, for: Int, `self`: Int)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .`default`(let `in`, _, _): "/users/\(pathSegment: `in`)"
                        }
                    }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .`default`(_, let `default`, let `self`): .query(["default": `default`, "self": `self`] as Talyn.RequestFields)
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """#
        )
    }

    @Test func aParameterIsCalledProvider() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(provider: String) async throws
            }
            """,
            """
            struct Users {
                func users(provider: String) async throws {
                    _ = try await self.provider.request(.users(provider: provider), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case users(provider: String)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/users" }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .users(let provider): .query(["provider": provider] as Talyn.RequestFields)
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func defaultsOfTheClientStayInIt() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(page: Int = Self.first, size: Int = 30) async throws
            }
            """,
            """
            struct Users {
                func users(page: Int = Self.first, size: Int = 30) async throws {
                    _ = try await provider.request(.users(page: page, size: size), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case users(page: Int, size: Int = 30)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/users" }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .users(let page, let size): .query(["page": page, "size": size] as Talyn.RequestFields)
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func closures() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/export") func export(to: @escaping DownloadDestination) async throws -> Response
            }
            """,
            """
            struct Users {
                func export(to: @escaping DownloadDestination) async throws -> Response {
                    try await provider.request(.export(to: to), line: 0)
                }

                enum Target: Talyn.TargetType {
                    case export(to: DownloadDestination)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/export" }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .export(let to): .downloadDestination(to)
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func settings() {
        expectExpansion(
            """
            @Headers(["A": "a"]) @Client("https://a.example") struct Users {
                @GET("/a") @Validation(.successCodes) func a() async throws -> String
                @POST("/b") @Form func b(name: String) async throws
            }
            """,
            """
            struct Users {
                
                func a() async throws -> String {
                    try await provider.request(.a, line: 0).mapString()
                }
                
                func b(name: String) async throws {
                    _ = try await provider.request(.b(name: name), as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case a
                    case b(name: String)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .a: "/a"
                        case .b: "/b"
                        }
                    }

                    var method: HTTPTypes.HTTPRequest.Method {
                        switch self {
                        case .b: .post
                        default: .get
                        }
                    }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .b(let name): .form(["name": name] as Talyn.RequestFields)
                        default: .requestPlain
                        }
                    }

                    var headers: [String: String]? { ["A": "a"] }

                    var validationType: Talyn.ValidationType {
                        switch self {
                        case .a: .successCodes
                        default: .none
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func authorization() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/a") @Authorization(.bearer) func a() async throws -> String
            }
            """,
            """
            struct Users {
                
                func a() async throws -> String {
                    try await provider.request(.a, line: 0).filterSuccessfulStatusCodes().mapString()
                }

                enum Target: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
                    case a

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }

                    var authorizationType: Talyn.AuthorizationType? { .bearer }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func membersWrittenByHand() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                let provider: Provider<Target>
                let name: String
                init(name: String) {
                    self.name = name
                    provider = Provider()
                }
                @GET("/a") func a() async throws
                func b() {}
            }
            """,
            """
            struct Users {
                let provider: Provider<Target>
                let name: String
                init(name: String) {
                    self.name = name
                    provider = Provider()
                }
                func a() async throws {
                    _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
                }
                func b() {}

                enum Target: Talyn.TargetType {
                    case a

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }
                }
            }
            """
        )
    }

    @Test func access() {
        expectExpansion(
            """
            @Client("https://a.example") public struct Users {
                let provider = Provider<Target>()
                public init() {}
                @GET("/a") public func a() async throws
                @GET("/b") func b() async throws
            }
            """,
            """
            public struct Users {
                let provider = Provider<Target>()
                public init() {}
                public func a() async throws {
                    _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
                }
                func b() async throws {
                    _ = try await provider.request(.b, as: Talyn.EmptyResult.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case a
                    case b

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .a: "/a"
                        case .b: "/b"
                        }
                    }
                }
            }
            """
        )
    }

    @Test func publicAccess() {
        expectExpansion(
            """
            @Client("https://a.example") public struct Users {
                @GET("/a") public func a() async throws
            }
            """,
            """
            public struct Users {
                public func a() async throws {
                    _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
                }

                public enum Target: Talyn.TargetType {
                    case a

                    public var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    public var path: String { "/a" }
                }

                public let provider: Talyn.Provider<Target>

                public init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func overloads() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                @GET("/users/{id}") func user(id: Int) async throws -> User
                @GET("/users") func user(name: String) async throws -> User
            }
            """,
            #"""
            struct Users {
                func user(id: Int) async throws -> User {
                    try await provider.request(.userId(id: id), as: User.self, line: 0)
                }
                func user(name: String) async throws -> User {
                    try await provider.request(.userName(name: name), as: User.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case userId(id: Int)
                    case userName(name: String)

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String {
                        switch self {
                        case .userId(let id): "/users/\(pathSegment: id)"
                        case .userName: "/users"
                        }
                    }

                    var task: Talyn.HTTPTask {
                        switch self {
                        case .userName(let name): .query(["name": name] as Talyn.RequestFields)
                        default: .requestPlain
                        }
                    }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """#
        )
    }

    @Test func providerByHand() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                var provider = Provider<Target>(plugins: [Token()])
                @GET("/a") func a() async throws -> Response
            }
            """,
            """
            struct Users {
                var provider = Provider<Target>(plugins: [Token()])
                func a() async throws -> Response {
                    try await provider.request(.a, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case a

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }
                }

                init() {}
            }
            """
        )
    }

    @Test func resultOfATypeOfItsOwn() {
        expectExpansion(
            """
            @Client("https://a.example") struct Users {
                struct Response: Decodable, Sendable {}
                @GET("/a") func a() async -> Result<Response, TalynError>
            }
            """,
            """
            struct Users {
                struct Response: Decodable, Sendable {}
                func a() async -> Result<Response, TalynError> {
                    do throws(Talyn.TalynError) {
                        return .success(try await provider.request(.a, as: Response.self, line: 0))
                    } catch {
                        return .failure(error)
                    }
                }

                enum Target: Talyn.TargetType {
                    case a

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }
}
#endif
