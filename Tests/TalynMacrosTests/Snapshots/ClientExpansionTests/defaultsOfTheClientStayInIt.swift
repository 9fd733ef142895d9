// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users") func users(page: Int = Self.first, size: Int = 30) async throws
}

// MARK: Expansion

struct Users {
    func users(page: Int = Self.first, size: Int = 30) async throws {
        _ = try await provider.request(.users(page: page, size: size), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case users(page: Int, size: Int = 30)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/users" }

        var query: Talyn.RequestParameters {
            switch self {
            case .users(let page, let size): return ["page": page, "size": size]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
