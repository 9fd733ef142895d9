#if Macros
import Testing

struct CallsExpansionTests {
    @Test func resultTypesMakeCalls() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{id}") @ResultType(User.self) case user(id: Int)
                @GET("/users") case users
            }
            """,
            #"""
            enum Users {
                case user(id: Int)
                case users
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .user(let id): "/users/\(pathSegment: id)"
                    case .users: "/users"
                    }
                }

                struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    func user(id: Int, fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
                        try await provider.request(.user(id: id), as: User.self, fileID: fileID, line: line)
                    }
                }
            }
            """#
        )
    }

    @Test func callsOfUnlabelledValuesAndDefaults() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/users/{id}") @ResultType([User].self) case user(Int, _ page: Int = 1)
            }
            """,
            #"""
            enum Users {
                case user(Int, _ page: Int = 1)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .user(let value0, _): "/users/\(pathSegment: value0)"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .user(_, let page): .query(["page": page] as Talyn.RequestFields)
                    }
                }

                struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    func user(_ value0: Int, _ page: Int = 1, fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> [User] {
                        try await provider.request(.user(value0, page), as: [User].self, fileID: fileID, line: line)
                    }
                }
            }
            """#
        )
    }

    @Test func callsOfSequencesAndClosures() {
        expectExpansion(
            """
            @API enum Users {
                @GET("/a") @ResultType(EventStream<User>.self) case a
                @GET("/b") @ResultType(Data.self) case b(to: DownloadDestination, provider: String)
            }
            """,
            """
            enum Users {
                case a
                case b(to: DownloadDestination, provider: String)
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    case .a: "/a"
                    case .b: "/b"
                    }
                }

                var task: Talyn.HTTPTask {
                    switch self {
                    case .b(let to, let provider): .downloadDestination(to).adding(query: ["provider": provider] as Talyn.RequestFields)
                    default: .requestPlain
                    }
                }

                struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    func a() -> EventStream<User> {
                        provider.events(.a, as: User.self)
                    }

                    func b(to: @escaping DownloadDestination, provider: String, fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> Data {
                        try await self.provider.request(.b(to: to, provider: provider), fileID: fileID, line: line).filterSuccessfulStatusCodes().data
                    }
                }
            }
            """
        )
    }

    @Test func callsInACondition() {
        expectExpansion(
            """
            @API enum Users {
                #if DEBUG
                @GET("/a") @ResultType(String.self) case a
                #endif
            }
            """,
            """
            enum Users {
                #if DEBUG
                case a
                #endif
            }

            extension Users: Talyn.TargetType {
                var path: String {
                    switch self {
                    #if DEBUG
                    case .a: "/a"
                    #endif
                    }
                }

                struct Calls: Sendable {
                    let provider: Talyn.Provider<Users>

                    init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
                        self.provider = provider
                    }

                    #if DEBUG
                    func a(fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> String {
                        try await provider.request(.a, fileID: fileID, line: line).filterSuccessfulStatusCodes().mapString()
                    }
                    #endif
                }
            }
            """
        )
    }
}
#endif
