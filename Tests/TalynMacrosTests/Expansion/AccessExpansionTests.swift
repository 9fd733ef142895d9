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
}
#endif
