#if Macros
import Testing

struct EncodingDiagnosticTests {
    // MARK: A lone value without a label

    @Test func loneParameterWithoutALabel() {
        expectDiagnostics(in: .client(#"@POST("/users/{id}") func add(id: Int, 👉_ user: User?) async throws"#))
    }

    @Test func loneValueWithoutALabel() {
        expectDiagnostics(
            in: .type("@API @KeyMapping(.snakeCase) enum Users", #"@PUT("/users") case replace(👉_ newUser: User)"#)
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

    @Test func dateInAQuery() {
        expectDiagnostics(in: .api(#"@GET("/users") case users(since: 👉Date? = nil)"#))
    }

    @Test func datesInAForm() {
        expectDiagnostics(
            in: .client(#"@POST("/users") @Form func add(days: [👉Foundation.Date], name: String) async throws"#)
        )
    }

    @Test(arguments: ["due: 👉Date", "@Body due: 👉Date?", "dates: [String: 👉Date]", "@Field range: ClosedRange<👉Date>"])
    func dateInJSON(parameter: String) {
        expectDiagnostics(in: .client("@POST(\"/users\") func add(\(parameter)) async throws"), for: parameter)
    }

    @Test func aDefaultThatIsADateStaysOne() {
        expectDiagnostics(in: .api(#"@POST("/users") case add(due: 👉Date = .now)"#))
    }

    @Test(arguments: [
        #"@API @FormEncoder(Server.formEncoder) enum A { @GET("/a") case a(since: Date) }"#,
        #"@API enum A { @POST("/a") @Encoder(Server.encoder) case a(since: Date) }"#,
        #"@API @Form @FormEncoder(Server.formEncoder) enum A { @POST("/a") case a(since: Date) }"#,
        #"@API enum A { @GET("/a") case a(since: Date); var task: HTTPTask { .requestPlain } }"#,
        #"@API enum A { @GET("/a") case a(since: Date); struct Date: Encodable {} }"#,
        #"@API enum A { @GET("/a") case a(since: Calendar.Date) }"#,
    ])
    func datesOfWhichTheFormatIsKnown(source: String) {
        expectNoDiagnostics(in: source)
    }

    // MARK: Encoders

    @Test(arguments: [
        #"@GET("/a") 👉@Encoder(Server.encoder) case a(page: Int)"#,
        #"@POST("/a") @Form 👉@Encoder(Server.encoder) case a(page: Int)"#,
        #"@POST("/a") 👉@Encoder(Server.encoder) case a(body: Data)"#,
        #"@POST("/a") 👉@FormEncoder(Server.encoder) case a(page: Int)"#,
        #"@GET("/a") 👉@FormEncoder(Server.encoder) case a"#,
    ])
    func encoderOfNothing(declaration: String) {
        expectDiagnostics(in: .api(declaration), for: declaration)
    }

    @Test func twoDecoders() {
        expectDiagnostics(
            in: .type("@API @Decoder(Server.decoder) 👉@Decoder(JSONDecoder()) enum Users", #"@GET("/a") case a"#)
        )
    }
}
#endif
