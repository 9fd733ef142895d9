// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @POST("/users") func add(@Part(fileName: "me.png") image: Data, @Part name: String) async throws
}

// MARK: Expansion

struct Users {
    func add(@Part(fileName: "me.png") image: Data, @Part name: String) async throws {
        _ = try await provider.request(.add(image: image, name: name), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case add(image: Data, name: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/users" }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var body: Talyn.RequestBody {
            switch self {
            case .add(let image, let name): return .multipart([Talyn.MultipartPart(image, name: "image", fileName: "me.png"), Talyn.MultipartPart(name, name: "name")])
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
