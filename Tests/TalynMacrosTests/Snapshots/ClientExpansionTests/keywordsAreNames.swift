// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/users/{in}") func `default`(in: String, for default: Int, `self`: Int) async throws
}

// MARK: Expansion

struct Users {
    func `default`(in: String, for default: Int, `self`: Int) async throws {
        _ = try await provider.request(.`default`(in: `in`, for: `default`, self: `self`), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case `default`(in: String, for: Int, `self`: Int)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .`default`(let `in`, _, _): return "/users/\(`in`, name: "in")"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .`default`(_, let `default`, let `self`): return ["default": `default`, "self": `self`]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
