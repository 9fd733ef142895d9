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

    @Test func callsOfCasesWithSelf() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a") @ResultType([Self.User].self) case a(count: Int = Self.most, kind: Self.Kind)
                    @GET("/b") @ResultType(Self.self) @Paged(.next { $0.number < Self.most ? .query([:]) : nil }) case b
                }
                """
        )
    }
}
#endif
