// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(provider: String) async throws
}

// MARK: Expansion

struct Users {
    func users(provider: String) async throws {
        _ = try await self.provider.request(.users(provider: provider), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case users(provider: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/users" }

        var query: Talyn.RequestParameters {
            switch self {
            case .users(let provider): return ["provider": provider]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
