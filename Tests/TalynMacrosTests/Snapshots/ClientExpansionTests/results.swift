// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a() async throws -> User?
    @GET("/a") func b() async throws -> Response
    @GET("/a") func c() async throws -> String
    @GET("/a") func d() async throws -> Data
    @GET("/a") func e() async throws -> ()
    @GET("/a") func f() -> EventStream<User>
    @GET("/a") func g() -> EventStream<ServerSentEvent>
    @GET("/a") func h() -> ResponseStream
    @GET("/a") func i() -> TransferStream
}

// MARK: Expansion

struct Users {
    func a() async throws -> User? {
        try await provider.request(.a, as: (User?).self, line: 0)
    }
    func b() async throws -> Response {
        try await provider.request(.b, line: 0)
    }
    func c() async throws -> String {
        try await provider.request(.c, as: String.self, line: 0)
    }
    func d() async throws -> Data {
        try await provider.request(.d, as: Data.self, line: 0)
    }
    func e() async throws -> () {
        _ = try await provider.request(.e, as: Talyn.EmptyResult.self, line: 0)
    }
    func f() -> EventStream<User> {
        provider.events(.f, as: User.self, line: 0)
    }
    func g() -> EventStream<ServerSentEvent> {
        provider.events(.g, line: 0)
    }
    func h() -> ResponseStream {
        provider.stream(.h, line: 0)
    }
    func i() -> TransferStream {
        provider.transfer(.i, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a
        case b
        case c
        case d
        case e
        case f
        case g
        case h
        case i

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
