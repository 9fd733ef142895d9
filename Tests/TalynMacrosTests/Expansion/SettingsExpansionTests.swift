#if Macros
import Testing

struct SettingsExpansionTests {
    @Test func baseURL() {
        expectExpansion(of: .type(#"@API("https://a.example/v1") enum Users"#, #"@GET("/a") case a"#))
    }

    @Test func baseURLOfAnExpression() {
        expectExpansion(of: .type("@API(Server.current.url) enum Users", #"@GET("/a") case a"#))
    }

    @Test func options() {
        expectExpansion(
            of: """
                @API @Options(timeout: .seconds(9)) enum Users {
                    @GET("/a") @Options(timeout: .seconds(5), idempotency: .idempotent) case a
                    @GET("/b") case b
                }
                """
        )
    }

    @Test func validation() {
        expectExpansion(of: .api(#"@GET("/a") @Validation(.successCodes) case a"#, #"@GET("/b") case b"#))
    }

    @Test func authorization() {
        expectExpansion(
            of: """
                @API @Authorization(.bearer) enum Users {
                    @GET("/a") @Authorization(nil) case a
                    @GET("/b") case b
                }
                """
        )
    }

    @Test func sample() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a") @Sample("[]") case a
                    @GET("/b") @Sample(Samples.b) case b
                    @GET("/c") case c
                }
                """
        )
    }

    @Test func failureType() {
        expectExpansion(
            of: """
                @API @FailureBodyType(Problem.self) enum Users {
                    @GET("/a") @FailureBodyType(Refusal.self) case a
                    @GET("/b") case b
                }
                """
        )
    }

    @Test func resultTypeOfTheType() {
        expectExpansion(of: .type("@API @ResultType([User].self) enum Users", #"@GET("/a") case a"#))
    }

    @Test func keyMapping() {
        expectExpansion(
            of: """
                @API @Coding(keys: .snakeCase) enum Users {
                    @GET("/a") case a
                    @GET("/b") @Coding(keys: .unchanged) case b
                }
                """
        )
    }
}
#endif
