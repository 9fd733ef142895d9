#if Macros
import Testing

struct AccessExpansionTests {
    @Test func publicTypes() {
        expectExpansion(of: .type("@API public enum Users", #"@GET("/a") case a"#))
    }

    @Test func packageTypes() {
        expectExpansion(of: .type("@API package enum Users", #"@GET("/a") case a"#))
    }

    @Test func privateTypes() {
        expectExpansion(of: .type("@API private enum Users", #"@GET("/a") case a"#))
    }

    @Test func typesInAPublicExtension() {
        expectExpansion(
            of: """
                public extension Services {
                    @API enum Users {
                        @GET("/a") case a
                    }
                }
                """
        )
    }

    @Test func internalTypesInAPublicExtension() {
        expectExpansion(
            of: """
                public extension Services {
                    @API internal enum Users {
                        @GET("/a") case a
                    }
                }
                """
        )
    }

    @Test func typesInATypeAreInternal() {
        expectExpansion(
            of: """
                public struct Services {
                    @API enum Users {
                        @GET("/a") case a
                    }
                }
                """
        )
    }

    @Test func fileprivateFunctions() {
        expectExpansion(
            of: """
                @Client("https://a.example") struct Users {
                    init() { provider = Provider() }
                    @GET("/a") func a() async throws
                    @GET("/b") fileprivate func b(filter: Filter) async throws
                }
                """
        )
    }

    @Test func privateFunctions() {
        expectExpansion(
            of: """
                @Client struct Users {
                    private struct Filter: Encodable {}
                    init(baseURL: URL) {
                        self.baseURL = baseURL
                        provider = Provider()
                    }
                    @GET("/a") private func a(filter: Filter) async throws
                }
                """
        )
    }

    @Test func fileprivateFunctionsOfATypeOfTheFile() {
        expectExpansion(
            of: """
                @Client("https://a.example") private struct Users {
                    @GET("/a") fileprivate func a(filter: Filter) async throws
                }
                """
        )
    }
}
#endif
