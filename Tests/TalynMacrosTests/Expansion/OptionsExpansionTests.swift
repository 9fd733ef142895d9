#if Macros
import Testing

struct OptionsExpansionTests {
    @Test func parametersForTheOptionsOfACall() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @GET("/a") func a(page: Int, options: RequestOptions = RequestOptions()) async throws -> User
                    @POST("/b/{id}") func b(_ id: Int, with own: Talyn.RequestOptions, name: String) async throws
                    @GET("/c") func c(in options: RequestOptions? = nil) -> EventStream<User>
                    @GET("/d") func d(`in`: RequestOptions, fileID: StaticString = #fileID, line: Int = #line) async -> Result<Response, TalynError>
                    @GET("/e") func e(to file: DownloadDestination, provider: RequestOptions) -> TransferStream
                }
                """
        )
    }

    @Test func optionsOfAnOverloadedFunction() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    @GET("/a") func user(id: Int, options: RequestOptions) async throws -> User
                    @GET("/b") func user(name: String) async throws -> User
                }
                """
        )
    }

    @Test func optionsOfEvents() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Models {
                    @POST("/chat") @Options(endOfEvents: .data("[DONE]"), eventTimeout: .seconds(9))
                    func chat(prompt: String) -> EventStream<Chunk>
                }
                """
        )
    }

    @Test func typeOfTheClientWithTheNameOfTheOptions() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    enum RequestOptions: String { case all }
                    @GET("/a") func a(options: RequestOptions) async throws -> User
                }
                """
        )
    }

    @Test func valuesCalledOptions() {
        expectExpansion(
            of: .api(
                #"@GET("/a") @ResultType(User.self) case a(options: String)"#,
                #"@GET("/b") @ResultType(User.self) case b(options: String, requestOptions: Int)"#
            )
        )
    }

    @Test func valueThatAMemberByHandUses() {
        expectExpansion(
            of: """
                @API("https://a.example") enum Users {
                    @GET("/a") case a(id: Int, options: RequestOptions)
                    var requestOptions: RequestOptions { switch self { case .a(_, let options): options } }
                }
                """
        )
    }
}
#endif
