// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") @Coding(keys: .snakeCase, dates: .secondsSince1970) @Envelope(Server.envelope)
struct Users {
    @GET("/a") func a(pageCount: Int) async throws -> User
}

// MARK: Expansion

struct Users {
    func a(pageCount: Int) async throws -> User {
        try await provider.request(.a(pageCount: pageCount), as: User.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a(pageCount: Int)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }

        var query: Talyn.RequestParameters {
            switch self {
            case .a(let pageCount): return ["page_count": pageCount]
            }
        }

        var coding: Talyn.CodingOptions { Talyn.CodingOptions { $0.keys = .snakeCase; $0.dates = .secondsSince1970 } }

        var envelope: Talyn.ResponseEnvelope? { Server.envelope }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
