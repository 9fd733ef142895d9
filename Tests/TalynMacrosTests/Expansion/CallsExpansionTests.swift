#if Macros
import Testing

struct CallsExpansionTests {
    @Test func resultTypesMakeCalls() {
        expectExpansion(
            of: .api(#"@GET("/users/{id}") @ResultType(User.self) case user(id: Int)"#, #"@GET("/users") case users"#)
        )
    }

    @Test func callsOfUnlabelledValuesAndDefaults() {
        expectExpansion(of: .api(#"@GET("/users/{id}") @ResultType([User].self) case user(Int, _ page: Int = 1)"#))
    }

    @Test func callsOfSequences() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a") @ResultType(EventStream<User>.self) case a
                    @GET("/b") @ResultType(Data.self) case b(provider: String)
                }
                """
        )
    }

    @Test func callsInACondition() {
        expectExpansion(
            of: """
                @API enum Users {
                    #if DEBUG
                    @GET("/a") @ResultType(String.self) case a
                    #endif
                }
                """
        )
    }
}
#endif
