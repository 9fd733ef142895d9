// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    struct PageStream: Decodable, Sendable {}
    @GET("/a") func a() async throws -> PageStream
}

// MARK: Expansion

struct Users {
    struct PageStream: Decodable, Sendable {}
    func a() async throws -> PageStream {
        try await provider.request(.a, as: PageStream.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
