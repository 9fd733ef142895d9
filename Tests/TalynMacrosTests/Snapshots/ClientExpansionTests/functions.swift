// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    /// One of them.
    @GET("/users/{name}") func user(name: String) async throws -> User
}

// MARK: Expansion

struct Users {
    /// One of them.
    func user(name: String) async throws -> User {
        try await provider.request(.user(name: name), as: User.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case user(name: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .user(let name): return "/users/\(name, name: "name")"
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
