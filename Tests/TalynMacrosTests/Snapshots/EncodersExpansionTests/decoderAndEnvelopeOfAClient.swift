// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") @KeyMapping(.snakeCase) @Decoder(Server.decoder) @Envelope(Server.envelope)
struct Users {
    @GET("/a") func a() async throws -> User
}

// MARK: Expansion

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
