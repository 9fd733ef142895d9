// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    var provider = Provider<Target>(plugins: [Token()])
    @GET("/a") func a() async throws -> Response
}

// MARK: Expansion

struct Users {
    var provider = Provider<Target>(plugins: [Token()])
    func a() async throws -> Response {
        try await provider.request(.a, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }
    }

    init() {}
}
