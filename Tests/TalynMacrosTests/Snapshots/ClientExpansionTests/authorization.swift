// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") @Authorization(.bearer) func a() async throws -> String
}

// MARK: Expansion

struct Users {
    
    func a() async throws -> String {
        try await provider.request(.a, as: String.self, line: 0)
    }

    enum Target: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
        case a

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }

        var authorizationType: Talyn.AuthorizationType? { .bearer }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
