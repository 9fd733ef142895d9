// swift-format-ignore-file

// MARK: Source

@Client struct Users {
    @POST("/users") func add(@Body user: User) async throws
}

// MARK: Expansion

struct Users {
    func add(@Body user: User) async throws {
        _ = try await provider.request(.add(user: user, baseURL: baseURL), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case add(user: User, baseURL: TalynMacros.FoundationTypes.URL)

        var baseURL: TalynMacros.FoundationTypes.URL {
            switch self {
            case .add(_, let baseURL): return baseURL
            }
        }

        var path: Talyn.RequestPath { "/users" }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var body: Talyn.RequestBody {
            switch self {
            case .add(let user, _):
                #sourceLocation(file: "File.swift", line: 2)
                return .json(user)
                #sourceLocation()
            }
        }
    }

    let provider: Talyn.Provider<Target>

    let baseURL: TalynMacros.FoundationTypes.URL

    init(baseURL: TalynMacros.FoundationTypes.URL, provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.baseURL = baseURL
        self.provider = provider
    }
}
