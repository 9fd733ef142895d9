// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @PUT("/a") func data(@Body image: Album.Data) async throws -> Album.Data?
    @GET("/b") func events() -> EventStream<Album.ServerSentEvent>
}

// MARK: Expansion

struct Users {
    func data(@Body image: Album.Data) async throws -> Album.Data? {
        try await provider.request(.data(image: image), as: (Album.Data?).self, line: 0)
    }
    func events() -> EventStream<Album.ServerSentEvent> {
        provider.events(.events, as: Album.ServerSentEvent.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case data(image: Album.Data)
        case events

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .data: return "/a"
            case .events: return "/b"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .data: return .put
            default: return .get
            }
        }

        var body: Talyn.RequestBody {
            switch self {
            case .data(let image):
                #sourceLocation(file: "File.swift", line: 2)
                return .json(image)
                #sourceLocation()
            default: return .none
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
