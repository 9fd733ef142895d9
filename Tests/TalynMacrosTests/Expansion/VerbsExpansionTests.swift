#if Macros
import Testing

struct VerbsExpansionTests {
    @Test func getIsTheDefault() {
        expectExpansion(of: .api(#"@GET("/users") case users"#))
    }

    @Test func eachMethodHasAnAttribute() {
        expectExpansion(
            of: """
                @API enum Users {
                    @GET("/a") case a
                    @HEAD("/a") case b
                    @POST("/a") case c
                    @PUT("/a") case d
                    @PATCH("/a") case e
                    @DELETE("/a") case f
                    @OPTIONS("/a") case g
                }
                """
        )
    }

    @Test func anyMethodIsWritten() {
        expectExpansion(of: .api(#"@HTTP("REPORT", "/a") case a"#, #"@HTTP("TRACE", "/a") case b"#))
    }

    @Test func placeholdersTakeValuesByName() {
        expectExpansion(of: .api(#"@GET("/users/{name}/posts/{id}.json") case post(id: Int, name: String)"#))
    }

    @Test func twoPlaceholdersInOneSegment() {
        expectExpansion(of: .api(#"@GET("/{user}@{host}/{a}{b}") case x(user: String, host: String, a: Int, b: Int)"#))
    }

    @Test func placeholdersTakeUnlabelledValuesInOrder() {
        expectExpansion(of: .api(#"@GET("/users/{name}/posts/{id}") case post(String, Int)"#))
    }

    @Test func aQueryInThePathIsAPartOfTheQuery() {
        expectExpansion(of: .api(#"@GET("/users?sort=full+name&q=%C3%BC%22&all") case users(page: Int)"#))
    }

    @Test func aQueryWithoutAPath() {
        expectExpansion(of: .api(#"@POST("?action=list") case users(page: Int)"#))
    }

    @Test func aPlaceholderForEscapedText() {
        expectExpansion(
            of: .api(
                #"@GET("/files/{+path}/raw") case file(path: String)"#,
                #"@GET("/{+path}") case files(path: Substring, page: Int)"#
            )
        )
    }

    @Test func anEmptyPathIsTheBaseURL() {
        expectExpansion(of: .api(#"@GET("") case root"#))
    }

    @Test func modulesMayBeNamed() {
        expectExpansion(of: .api(#"@TalynMacros.GET("/users") case users(page: Int)"#))
    }
}
#endif
