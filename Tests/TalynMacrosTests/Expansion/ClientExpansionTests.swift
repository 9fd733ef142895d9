#if Macros
import Testing

struct ClientExpansionTests {
    @Test func functions() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    /// One of them.
                    @GET("/users/{name}") func user(name: String) async throws -> User
                }
                """
        )
    }

    @Test func withABaseURLOfItsOwn() {
        expectExpansion(of: .type("@Client struct Users", #"@POST("/users") func add(@Body user: User) async throws"#))
    }

    @Test func withAnExpressionForAURL() {
        expectExpansion(
            of: """
                @Client(Server.url) struct Users {
                    @GET("/users") func users() async throws(TalynError) -> [User]
                }
                """
        )
    }

    @Test func results() {
        expectExpansion(
            of: """
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
                """
        )
    }

    @Test func parameters() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @POST("/users/{id}") func put(
                        @Path(name: "id") _ number: Int,
                        @Query for name: String,
                        @Header(name: "X-Key") key: String?,
                        @Field(name: "n") note: String = ""
                    ) async throws
                }
                """
        )
    }

    @Test func parts() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @POST("/users") func add(@Part(fileName: "me.png") image: Data, @Part name: String) async throws
                }
                """
        )
    }

    @Test func keywordsAreNames() {
        expectExpansion(
            of: .client(#"@GET("/users/{in}") func `default`(in: String, for default: Int, `self`: Int) async throws"#)
        )
    }

    @Test func aParameterIsCalledProvider() {
        expectExpansion(of: .client(#"@GET("/users") func users(provider: String) async throws"#))
    }

    @Test func defaultsOfTheClientStayInIt() {
        expectExpansion(of: .client(#"@GET("/users") func users(page: Int = Self.first, size: Int = 30) async throws"#))
    }

    @Test func downloads() {
        expectExpansion(
            of: .client(
                #"@GET("/export") func export(to file: DownloadDestination, year: Int) async throws -> Response"#,
                #"@GET("/export/{id}") func progress(id: Int, _ `in`: DownloadDestination) -> TransferStream"#,
                #"@POST("/export") func upload(name: String, provider: DownloadDestination) async throws"#,
                #"@GET("/log") func log(to file: DownloadDestination) async -> Result<Response, TalynError>"#
            )
        )
    }

    @Test func ownTypeThatIsCalledDownloadDestination() {
        expectExpansion(
            of: .client(
                "struct DownloadDestination: Encodable {}",
                #"@POST("/export") func export(to file: DownloadDestination) async throws -> Response"#
            )
        )
    }

    @Test func settings() {
        expectExpansion(
            of: """
                @Headers(["A": "a"]) @Client("https://a.example") struct Users {
                    @GET("/a") @Validation(.successCodes) func a() async throws -> String
                    @POST("/b") @Form func b(name: String) async throws
                }
                """
        )
    }

    @Test func authorization() {
        expectExpansion(of: .client(#"@GET("/a") @Authorization(.bearer) func a() async throws -> String"#))
    }

    @Test func membersWrittenByHand() {
        expectExpansion(
            of: """
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
                """
        )
    }

    @Test func access() {
        expectExpansion(
            of: """
                @Client("https://a.example") public struct Users {
                    let provider = Provider<Target>()
                    public init() {}
                    @GET("/a") public func a() async throws
                    @GET("/b") func b() async throws
                }
                """
        )
    }

    @Test func publicAccess() {
        expectExpansion(
            of: """
                @Client("https://a.example") public struct Users {
                    @GET("/a") public func a() async throws
                }
                """
        )
    }

    @Test func overloads() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @GET("/users/{id}") func user(id: Int) async throws -> User
                    @GET("/users") func user(name: String) async throws -> User
                }
                """
        )
    }

    @Test func providerByHand() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    var provider = Provider<Target>(plugins: [Token()])
                    @GET("/a") func a() async throws -> Response
                }
                """
        )
    }

    @Test func resultOfATypeOfItsOwn() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    struct Response: Decodable, Sendable {}
                    @GET("/a") func a() async -> Result<Response, TalynError>
                }
                """
        )
    }

    @Test func settingsWithSelf() {
        expectExpansion(
            of: """
                @Client(Self.url) struct Users {
                    @GET("/a") @Options(timeout: Self.slow) @Headers(["A": "\\(Self.a)"]) @Validation(Self.good)
                    func a() async throws -> Self.User
                    @POST("/b") @Coding(Self.coding, dates: Self.dates) @Authorization(Self.scheme) @Sample(Self.sample)
                    func b(@Part(fileName: Self.file) image: Data) async throws
                    @GET("/c") @Paged(.next { Self.next($0) }) func c() -> PageStream<Self.User>
                }
                """
        )
    }

    @Test func equalLabels() {
        expectExpansion(
            of: .client(
                #"@GET("/{a}/{b}") func users(with a: Int, with b: Int, of c: Int, _ d: Int) async throws"#,
                #"@GET("/{a}") func log(to a: Int, to file: DownloadDestination) async throws"#,
                #"@GET("/{a}") func item(for a: Int, for `in`: Int) async throws"#
            )
        )
    }
}
#endif
