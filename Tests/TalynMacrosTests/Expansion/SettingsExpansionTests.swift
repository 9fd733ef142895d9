#if Macros
import Testing

struct SettingsExpansionTests {
    @Test func baseURL() {
        expectExpansion(
            """
            @API("https://a.example/v1") enum Users {
                @GET("/a") case a
            }
            """,
            """
            enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example/v1")! }

                var path: String { "/a" }
            }
            """
        )
    }

    @Test func baseURLOfAnExpression() {
        expectExpansion(
            """
            @API(Server.current.url) enum Users {
                @GET("/a") case a
            }
            """,
            """
            enum Users {
                case a
            }

            extension Users: Talyn.TargetType {
                var baseURL: Foundation.URL { Server.current.url }

                var path: String { "/a" }
            }
            """
        )
    }

    @Test func options() {
        expectExpansion(
            """
            @API @Options(timeout: .seconds(9)) enum Users {
                @GET("/a") @Options(timeout: .seconds(5), idempotency: .idempotent) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var requestOptions: Talyn.RequestOptions {
                    switch self {
                    case .a: Talyn.RequestOptions { $0.timeout = .seconds(5); $0.idempotency = .idempotent }
                    case .b: Talyn.RequestOptions { $0.timeout = .seconds(9) }
                    }
                }
            }
            """
        )
    }

    @Test func validation() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") @Validation(.successCodes) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var validationType: Talyn.ValidationType {
                    switch self {
                    case .a: .successCodes
                    default: .none
                    }
                }
            }
            """
        )
    }

    @Test func authorization() {
        expectExpansion(
            """
            @API @Authorization(.bearer) enum Users {
                @GET("/a") @Authorization(nil) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var authorizationType: Talyn.AuthorizationType? {
                    switch self {
                    case .b: .bearer
                    default: nil
                    }
                }
            }
            """
        )
    }

    @Test func sample() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") @Sample("[]") case a
                @GET("/b") @Sample(Samples.b) case b
                @GET("/c") case c
            }
            """,
            """
            enum Users {
                case a
                case b
                case c
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    case .c: "/c"
                    }
                }

                var sampleData: Foundation.Data {
                    switch self {
                    case .a: Foundation.Data("[]".utf8)
                    case .b: Samples.b
                    default: Foundation.Data()
                    }
                }
            }
            """
        )
    }

    @Test func failureType() {
        expectExpansion(
            """
            @API @FailureType(Problem.self) enum Users {
                @GET("/a") @FailureType(Refusal.self) case a
                @GET("/b") case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var failureType: (any Talyn.DecodableFailure.Type)? {
                    switch self {
                    case .a: Refusal.self
                    case .b: Problem.self
                    }
                }
            }
            """
        )
    }

    @Test func resultTypeOfTheType() {
        expectExpansion(
            """
            @API @ResultType([User].self) enum Users {
                @GET("/a") case a
            }
            """,
            """
            enum Users {
                case a
            }

            extension Users: Talyn.TargetType, Talyn.DecodableTargetType {
                var path: String { "/a" }

                typealias ResultType = [User]
            }
            """
        )
    }

    @Test func keyMapping() {
        expectExpansion(
            """
            @API @KeyMapping(.snakeCase) enum Users {
                @GET("/a") case a
                @GET("/b") @KeyMapping(.useDefaultKeys) case b
            }
            """,
            """
            enum Users {
                case a
                case b
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var decoder: Foundation.JSONDecoder {
                    switch self {
                    case .a: Talyn.KeyMapping.snakeCase.decoder
                    default: Foundation.JSONDecoder()
                    }
                }
            }
            """
        )
    }
}
#endif
