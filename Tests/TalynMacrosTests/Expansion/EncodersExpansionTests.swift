#if Macros
import Testing

struct EncodersExpansionTests {
    @Test func decoderAndEnvelope() {
        expectExpansion(
            """
            @API @Decoder(Server.decoder) @Envelope(ResponseEnvelope()) enum Users {
                @GET("/a") case a
                @GET("/b") @Decoder(JSONDecoder()) @Envelope(nil) case b
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
                    case .a: Server.decoder
                    case .b: JSONDecoder()
                    }
                }

                var envelope: Talyn.ResponseEnvelope? {
                    switch self {
                    case .a: ResponseEnvelope()
                    default: nil
                    }
                }
            }
            """
        )
    }

    @Test func decoderAndEnvelopeOfAClient() {
        expectExpansion(
            """
            @Client("https://a.example") @KeyMapping(.snakeCase) @Decoder(Server.decoder) @Envelope(Server.envelope)
            struct Users {
                @GET("/a") func a() async throws -> User
            }
            """,
            """
            struct Users {
                func a() async throws -> User {
                    try await provider.request(.a, as: User.self, line: 0)
                }

                enum Target: Talyn.TargetType {
                    case a

                    var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

                    var path: String { "/a" }

                    var decoder: Foundation.JSONDecoder { Server.decoder }

                    var envelope: Talyn.ResponseEnvelope? { Server.envelope }
                }

                let provider: Talyn.Provider<Target>

                init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
                    self.provider = provider
                }
            }
            """
        )
    }

    @Test func encoders() {
        expectExpansion(
            """
            @API @Encoder(Server.encoder) @FormEncoder(Server.formEncoder) enum Users {
                @GET("/a") case a(since: Date)
                @POST("/b") case b(userName: String)
                @POST("/c") @Query("page") @Encoder(Other.encoder) case c(body: User, page: Int)
                @POST("/d") @Form case d(name: String)
                @POST("/e") @KeyMapping(.snakeCase) case e(userName: String)
            }
            """,
            """
            enum Users {
                case a(since: Date)
                case b(userName: String)
                case c(body: User, page: Int)
                case d(name: String)
                case e(userName: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    case .c: "/c"
                    case .d: "/d"
                    case .e: "/e"
                    }
                }

                var method: HTTPTypes.HTTPRequest.Method {
                    switch self {
                    case .b, .c, .d, .e: .post
                    default: .get
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .a(let since): .query(["since": since] as Talyn.RequestFields, encoder: Server.formEncoder)
                    case .b(let userName): .requestCustomJSONEncodable(["userName": userName] as Talyn.RequestFields, encoder: Server.encoder)
                    case .c(let body, let page): .requestCustomJSONEncodable(body, encoder: Other.encoder).adding(query: ["page": page] as Talyn.RequestFields, encoder: Server.formEncoder)
                    case .d(let name): .form(["name": name] as Talyn.RequestFields, encoder: Server.formEncoder)
                    case .e(let userName): .requestCustomJSONEncodable(["user_name": userName] as Talyn.RequestFields, encoder: Server.encoder)
                    }
                }

                var decoder: Foundation.JSONDecoder {
                    switch self {
                    case .e: Talyn.KeyMapping.snakeCase.decoder
                    default: Foundation.JSONDecoder()
                    }
                }
            }
            """
        )
    }

    @Test func envelopeByHandWins() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") case a
                var envelope: ResponseEnvelope? { ResponseEnvelope() }
            }
            """,
            """
            enum Users {
                case a
                var envelope: ResponseEnvelope? { ResponseEnvelope() }
            }

            extension Users: Talyn.TargetType {
                var path: String { "/a" }
            }
            """
        )
    }
}
#endif
