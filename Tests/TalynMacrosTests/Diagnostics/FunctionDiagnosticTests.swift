#if Macros
import Testing

struct FunctionDiagnosticTests {
    @Test func textThatMayBeMissing() {
        expectDiagnostics(in: .client(#"@GET("/zen") func zen() async throws -> 👉String?"#))
    }

    @Test func functionCalledAsAProperty() {
        expectDiagnostics(in: .client(#"@GET("/provider") func 👉provider() async throws -> User"#))
    }

    @Test func propertyWithoutAValue() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    let 👉token: String
                    var nick: String?
                    var count = 1
                    static let shared = 1
                    @GET("/zen") func zen() async throws
                }
                """
        )
    }

    @Test func functionThatNarrowsAPublicClient() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") public struct Users {
                    @GET("/a") public func a() async throws
                    @GET("/b") func 👉b() async throws
                }
                """
        )
    }

    @Test func functionsOfTheSameNameAndLabels() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    @GET("/a") func user(id: Int) async throws
                    @GET("/b") func 👉user(id: UUID) async throws
                }
                """
        )
    }

    @Test func functionWithABody() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    /// All of them.
                    @GET("/users") func users() async throws -> [User] 👉{
                        []
                    }
                    var count = 0
                }
                """
        )
    }

    @Test func functionThatIsNotAsync() {
        expectDiagnostics(in: .client(#"@GET("/users") func 👉users() -> [User]"#))
    }

    @Test func functionThatThrowsOnly() {
        expectDiagnostics(in: .client(#"@GET("/users") func 👉users() throws(TalynError)"#))
    }

    @Test func sequenceThatWaits() {
        expectDiagnostics(in: .client(#"@GET("/users") func users() 👉async throws -> EventStream<User>"#))
    }

    @Test func genericFunction() {
        expectDiagnostics(in: .client(#"@GET("/users") func users👉<Value: Decodable>() async throws -> Value"#))
    }

    @Test func staticFunction() {
        expectDiagnostics(in: .client(#"@GET("/users") 👉static func users() async throws"#))
    }

    @Test func inoutParameter() {
        expectDiagnostics(in: .client(#"@GET("/users") func users(page: 👉inout Int) async throws"#))
    }

    @Test func variadicParameter() {
        expectDiagnostics(in: .client(#"@GET("/users") func users(ids: 👉Int...) async throws"#))
    }

    @Test func opaqueParameter() {
        expectDiagnostics(in: .client(#"@POST("/users") func add(@Body user: 👉(some Encodable)?) async throws"#))
    }

    @Test func parameterWithoutAName() {
        expectDiagnostics(in: .client(#"@GET("/users/{id}") func user(👉_: Int) async throws -> User"#))
    }

    @Test func parameterOfSelf() {
        expectDiagnostics(in: .client(#"@GET("/users") func users(order: 👉Self.Order) async throws"#))
    }

    @Test func parameterCalledBaseURL() {
        expectDiagnostics(
            in: .type("@Client struct Users", #"@GET("/users") func users(👉from baseURL: String) async throws"#)
        )
    }

    @Test func functionThatNarrowsAnInternalClient() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") struct Users {
                    @GET("/a") func a() async throws
                    @GET("/b") fileprivate func 👉b() async throws
                }
                @Client("https://a.example") public struct Groups {
                    @GET("/a") private func 👉a() async throws
                }
                """
        )
    }

    @Test func privateFunctionOfAPrivateClient() {
        expectDiagnostics(
            in: """
                @Client("https://a.example") private struct Users {
                    @GET("/a") private func 👉a() async throws
                }
                """
        )
    }

    @Test func closureAsAParameter() {
        expectDiagnostics(
            in: .client(
                #"@GET("/a") func a(f: 👉@escaping () -> Int) async throws"#,
                #"@GET("/b") func b(f: 👉@escaping @Sendable () -> Int) async throws"#,
                #"@GET("/c") func c(f: 👉@autoclosure @escaping () -> Int) async throws"#
            )
        )
    }

    @Test(arguments: [
        "async -> Result<User, 👉any Error>", "async throws -> Swift.Result<Void, 👉Never>",
        "-> Result<Data, 👉Own.Failure>",
    ])
    func resultOfAnotherFailure(_ result: String) {
        expectDiagnostics(in: .client(#"@GET("/users") func users() \#(result)"#), for: result)
    }

    @Test func resultOfADownloadWithAnotherFailure() {
        expectDiagnostics(
            in: .client(#"@GET("/a") func a(to file: DownloadDestination) async -> Result<Response, 👉any Error>"#)
        )
    }
}
#endif
