#if Macros
import Testing

struct AccessExpansionTests {
    @Test func publicTypes() {
        expectExpansion(
            """
            @API public enum Users {
                @GET("/a") case a
            }
            """,
            """
            public enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                public var path: String { "/a" }
            }
            """
        )
    }

    @Test func packageTypes() {
        expectExpansion(
            """
            @API package enum Users {
                @GET("/a") case a
            }
            """,
            """
            package enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                package var path: String { "/a" }
            }
            """
        )
    }

    @Test func privateTypes() {
        expectExpansion(
            """
            @API private enum Users {
                @GET("/a") case a
            }
            """,
            """
            private enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }

    @Test func typesInAPublicExtension() {
        expectExpansion(
            """
            public extension Services {
                @API enum Users {
                    @GET("/a") case a
                }
            }
            """,
            """
            public extension Services {
                enum Users {
                    case a
                }
            }

            extension Services.Users: Talyn.TargetType {
                public var path: String { "/a" }
            }
            """
        )
    }

    @Test func internalTypesInAPublicExtension() {
        expectExpansion(
            """
            public extension Services {
                @API internal enum Users {
                    @GET("/a") case a
                }
            }
            """,
            """
            public extension Services {
                internal enum Users {
                    case a
                }
            }

            extension Services.Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }

    @Test func typesInATypeAreInternal() {
        expectExpansion(
            """
            public struct Services {
                @API enum Users {
                    @GET("/a") case a
                }
            }
            """,
            """
            public struct Services {
                enum Users {
                    case a
                }
            }

            extension Services.Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }
}
#endif
