// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users/{id}") func user(id: Int) async throws -> User
    @GET("/users") func user(name: String) async throws -> User
}

// MARK: Expansion

struct Users {
    func user(id: Int) async throws -> User {
        try await provider.request(.userId(id: id), as: User.self, line: 0)
    }
    func user(name: String) async throws -> User {
        try await provider.request(.userName(name: name), as: User.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case userId(id: Int)
        case userName(name: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .userId(let id): return "/users/\(id, name: "id")"
            case .userName: return "/users"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .userName(let name): return ["name": name]
            default: return [:]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
