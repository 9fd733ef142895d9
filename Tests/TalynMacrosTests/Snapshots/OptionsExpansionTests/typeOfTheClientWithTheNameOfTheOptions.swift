// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    enum RequestOptions: String { case all }
    @GET("/a") func a(options: RequestOptions) async throws -> User
}

// MARK: Expansion

struct Users {
    enum RequestOptions: String { case all 
}
    func a(options: RequestOptions) async throws -> User {
        try await provider.request(.a(options: options), as: User.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a(options: RequestOptions)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }

        var query: Talyn.RequestParameters {
            switch self {
            case .a(let options):
                #sourceLocation(file: "File.swift", line: 3)
                return ["options": options]
                #sourceLocation()
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
