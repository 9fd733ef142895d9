#if Macros
import TalynMacroExpansion
import Testing

struct EncodingDiagnosticTests {
    // MARK: A lone value without a label

    @Test func loneParameterWithoutALabel() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @POST("/users/{id}") func add(id: Int, 👉_ user: User?) async throws
            }
            """,
            "the body is {\"user\": …}: @Body makes 'user' the whole body, a label keeps it a member",
            severity: .warning,
            fixIts: [
                "insert '@Body'": """
                @Client("https://a.example") struct Users {
                    @POST("/users/{id}") func add(id: Int, @Body _ user: User?) async throws
                }
                """,
                "insert a label": """
                @Client("https://a.example") struct Users {
                    @POST("/users/{id}") func add(id: Int, user: User?) async throws
                }
                """,
            ]
        )
    }

    @Test func loneValueWithoutALabel() {
        expectDiagnostic(
            """
            @API @KeyMapping(.snakeCase) enum Users {
                @PUT("/users") case replace(👉_ newUser: User)
            }
            """,
            "the body is {\"new_user\": …}: @Body makes 'newUser' the whole body, a label keeps it a member",
            severity: .warning,
            fixIts: [
                "insert '@Body(\"newUser\")'": """
                @API @KeyMapping(.snakeCase) enum Users {
                    @PUT("/users") @Body("newUser") case replace(_ newUser: User)
                }
                """,
                "insert a label": """
                @API @KeyMapping(.snakeCase) enum Users {
                    @PUT("/users") case replace(newUser: User)
                }
                """,
            ]
        )
    }

    @Test func loneFieldOfAForm() {
        expectDiagnostics(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") @Form func add(👉_ user: User) async throws
            }
            """,
            ["the body is a form with the field 'user': @Body makes 'user' the whole body, a label keeps it a member"],
            severity: .warning
        )
    }

    @Test(arguments: [
        "user: User", "by user: User", "_ name: String", "_ ids: [Int]", "_ user: User, page: Int",
        "@Field _ user: User",
        "@Body _ user: User", "@Query _ user: User",
    ])
    func parametersThatAreClear(parameters: String) {
        expectDiagnostics(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") func add(\(parameters)) async throws
            }
            """,
            []
        )
    }

    @Test func loneValueInAQuery() {
        expectDiagnostics(
            """
            @Client("https://a.example") struct Users {
                @GET("/users") func users(_ filter: Filter) async throws -> [User]
            }
            """,
            []
        )
    }

    // MARK: Dates

    @Test func dateInAQuery() {
        expectDiagnostic(
            """
            @API enum Users {
                @GET("/users") case users(since: 👉Date? = nil)
            }
            """,
            "a Date in a query would be the seconds since 2001: make 'since' the text itself, a String, "
                + "or say how dates are written by @FormEncoder",
            fixIts: [
                "write 'String'": """
                @API enum Users {
                    @GET("/users") case users(since: String? = nil)
                }
                """,
                "insert '@FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601))'": """
                @API enum Users {
                    @GET("/users") @FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601)) case users(since: Date? = nil)
                }
                """,
            ]
        )
    }

    @Test func datesInAForm() {
        expectDiagnostic(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") @Form func add(days: [👉Foundation.Date], name: String) async throws
            }
            """,
            "a Date in a form would be the seconds since 2001: make 'days' the text itself, a String, "
                + "or say how dates are written by @FormEncoder",
            fixIts: [
                "write 'String'": """
                @Client("https://a.example") struct Users {
                    @POST("/users") @Form func add(days: [String], name: String) async throws
                }
                """,
                "insert '@FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601))'": """
                @Client("https://a.example") struct Users {
                    @POST("/users") @FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601)) @Form func add(days: [Foundation.Date], name: String) async throws
                }
                """,
            ]
        )
    }

    @Test(arguments: ["due: 👉Date", "@Body due: 👉Date?", "dates: [String: 👉Date]", "@Field range: ClosedRange<👉Date>"])
    func dateInJSON(parameter: String) throws {
        let name = try #require(
            parameter.replacing("@Body ", with: "").replacing("@Field ", with: "").split(separator: ":").first
        )
        let expansion = expectDiagnostics(
            """
            @Client("https://a.example") struct Users {
                @POST("/users") func add(\(parameter)) async throws
            }
            """,
            [
                "a Date in JSON would be the seconds since 2001: make '\(name)' the text itself, a String, "
                    + "or say how dates are written by @Encoder"
            ]
        )
        #expect(expansion.diagnostics.first?.fixIts.map(\.message.message) == ["write 'String'"])
    }

    @Test func aDefaultThatIsADateStaysOne() {
        expectDiagnostic(
            """
            @API enum Users {
                @POST("/users") case add(due: 👉Date = .now)
            }
            """,
            "a Date in JSON would be the seconds since 2001: make 'due' the text itself, a String, "
                + "or say how dates are written by @Encoder"
        )
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
        expectDiagnostics(source, [])
    }

    // MARK: Encoders

    @Test(arguments: [
        (#"@GET("/a") 👉@Encoder(Server.encoder) case a(page: Int)"#, "no JSON: @Encoder"),
        (#"@POST("/a") @Form 👉@Encoder(Server.encoder) case a(page: Int)"#, "no JSON: @Encoder"),
        (#"@POST("/a") 👉@Encoder(Server.encoder) case a(body: Data)"#, "no JSON: @Encoder"),
        (#"@POST("/a") 👉@FormEncoder(Server.encoder) case a(page: Int)"#, "neither a query nor a form: @FormEncoder"),
        (#"@GET("/a") 👉@FormEncoder(Server.encoder) case a"#, "neither a query nor a form: @FormEncoder"),
    ])
    func encoderOfNothing(declaration: String, message: String) {
        let expansion = expectDiagnostics(
            "@API enum Users {\n    \(declaration)\n}",
            ["'a' sends \(message) says nothing here"]
        )
        #expect(expansion.diagnostics.first?.fixIts.count == 1)
    }

    @Test func twoDecoders() {
        expectDiagnostics(
            """
            @API @Decoder(Server.decoder) 👉@Decoder(JSONDecoder()) enum Users {
                @GET("/a") case a
            }
            """,
            ["@Decoder is there already, and one of them would say nothing"]
        )
    }
}
#endif
