// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func user(id: Int, options: RequestOptions) async throws -> User
    @GET("/b") func user(name: String) async throws -> User
}

// MARK: Expansion

struct Users {
    func user(id: Int, options: RequestOptions) async throws -> User {
        try await provider.request(.userId(id: id), as: User.self, options: options, line: 0)
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
            case .userId: return "/a"
            case .userName: return "/b"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .userId(let id): return ["id": id]
            case .userName(let name): return ["name": name]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
