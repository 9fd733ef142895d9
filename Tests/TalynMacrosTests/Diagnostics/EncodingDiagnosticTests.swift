#if Macros
import Testing

struct EncodingDiagnosticTests {
    // MARK: A lone value without a label

    @Test func loneParameterWithoutALabel() {
        expectDiagnostics(in: .client(#"@POST("/users/{id}") func add(id: Int, 👉_ user: User?) async throws"#))
    }

    @Test func loneValueWithoutALabel() {
        expectDiagnostics(
            in: .type("@API @Coding(keys: .snakeCase) enum Users", #"@PUT("/users") case replace(👉_ newUser: User)"#)
        )
    }

    @Test func loneFieldOfAForm() {
        expectDiagnostics(in: .client(#"@POST("/users") @Form func add(👉_ user: User) async throws"#))
    }

    @Test(arguments: [
        "user: User", "by user: User", "_ name: String", "_ ids: [Int]", "_ user: User, page: Int",
        "@Field _ user: User",
        "@Body _ user: User", "@Query _ user: User",
    ])
    func parametersThatAreClear(parameters: String) {
        expectNoDiagnostics(in: .client("@POST(\"/users\") func add(\(parameters)) async throws"))
    }

    @Test func loneValueInAQuery() {
        expectNoDiagnostics(in: .client(#"@GET("/users") func users(_ filter: Filter) async throws -> [User]"#))
    }

    // MARK: Dates

    @Test(arguments: [
        #"@API enum A { @GET("/a") case a(since: Date?) }"#,
        #"@API enum A { @POST("/a") @Form case a(since: [Date]) }"#,
        #"@API enum A { @POST("/a") case a(since: Date = .now) }"#,
        #"@Client struct A { @POST("/a") func a(@Body days: [String: Foundation.Date]) async throws }"#,
        #"@API enum A { @GET("/a/{a}") case a(a: Calendar.Date) }"#,
    ])
    func datesHaveAFormat(source: String) {
        expectNoDiagnostics(in: source)
    }

    // MARK: Formats

    @Test(arguments: ["format", "Format.snakeCase", ".kebabCase"])
    func keysThatTheMacroCannotRead(keys: String) {
        expectDiagnostics(
            in: .type("@API @Coding(keys: 👉\(keys)) enum Users", #"@GET("/users") case users"#),
            for: keys
        )
    }

    @Test func keysInAnExpression() {
        expectDiagnostics(
            in: .api(#"@GET("/a") @Coding(CodingOptions { $0.👉keys = .snakeCase }) case a(maxCount: Int)"#)
        )
    }

    @Test(arguments: ["👉@Coding", "👉@Coding(nil, keys: nil)"])
    func formatOfNothing(attribute: String) {
        expectDiagnostics(in: .api("@GET(\"/a\") \(attribute) case a"), for: attribute)
    }

    @Test func twoFormats() {
        expectDiagnostics(
            in: .type("@API @Coding(keys: .snakeCase) 👉@Coding(Server.coding) enum Users", #"@GET("/a") case a"#)
        )
    }

    @Test(arguments: [
        "keys: .unchanged", "Server.coding", "Server.coding, keys: .snakeCase", "dates: Server.dates",
        "CodingOptions { $0.configureDecoder = { $0.keyDecodingStrategy = .convertFromSnakeCase } }",
    ])
    func formatsThatTheMacroReads(formats: String) {
        expectNoDiagnostics(in: .api("@GET(\"/a\") @Coding(\(formats)) case a(since: Date)"))
    }
}
#endif
