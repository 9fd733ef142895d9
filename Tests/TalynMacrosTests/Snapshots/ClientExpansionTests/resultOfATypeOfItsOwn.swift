// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    struct Response: Decodable, Sendable {}
    @GET("/a") func a() async -> Result<Response, TalynError>
}

// MARK: Expansion

struct Users {
    struct Response: Decodable, Sendable {}
    func a() async -> Result<Response, TalynError> {
        do throws(Talyn.TalynError) {
            return .success(try await provider.request(.a, as: Response.self, line: 0))
        } catch {
            return .failure(error)
        }
    }

    enum Target: Talyn.TargetType {
        case a

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/a" }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
