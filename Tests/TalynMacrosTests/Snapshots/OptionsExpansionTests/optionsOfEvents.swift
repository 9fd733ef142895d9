// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Models {
    @POST("/chat") @Options(endOfEvents: .data("[DONE]"), eventTimeout: .seconds(9))
    func chat(prompt: String) -> EventStream<Chunk>
}

// MARK: Expansion

struct Models {

    func chat(prompt: String) -> EventStream<Chunk> {
        provider.events(.chat(prompt: prompt), as: Chunk.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case chat(prompt: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/chat" }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var body: Talyn.RequestBody {
            switch self {
            case .chat(let prompt): return .json(["prompt": prompt] as Talyn.RequestParameters)
            }
        }

        var requestOptions: Talyn.RequestOptions {
            Talyn.RequestOptions { $0.endOfEvents = .data("[DONE]"); $0.eventTimeout = .seconds(9) }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
