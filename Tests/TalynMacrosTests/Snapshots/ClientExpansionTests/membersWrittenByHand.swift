// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    let provider: Provider<Target>
    let name: String
    init(name: String) {
        self.name = name
        provider = Provider()
    }
    @GET("/a") func a() async throws
    func b() {}
}

// MARK: Expansion

struct Users {
    let provider: Provider<Target>
    let name: String
    init(name: String) {
        self.name = name
        provider = Provider()
    }
    func a() async throws {
        _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
    }
    func b() {}

    enum Target: Talyn.TargetType {
        case a

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }
    }
}
