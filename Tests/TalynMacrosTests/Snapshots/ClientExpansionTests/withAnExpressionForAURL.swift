// swift-format-ignore-file

// MARK: Source

@Client(Server.url) struct Users {
    @GET("/users") func users() async throws(TalynError) -> [User]
}

// MARK: Expansion

struct Users {
    func users() async throws(TalynError) -> [User] {
        try await provider.request(.users, as: [User].self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case users

        var baseURL: TalynMacros.FoundationTypes.URL { Server.url }

        var path: Talyn.RequestPath { "/users" }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
