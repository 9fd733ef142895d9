// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    struct DownloadDestination: Encodable {}
    @POST("/export") func export(to file: DownloadDestination) async throws -> Response
}

// MARK: Expansion

struct Users {
    struct DownloadDestination: Encodable {}
    func export(to file: DownloadDestination) async throws -> Response {
        try await provider.request(.export(to: file), line: 0)
    }

    enum Target: Talyn.TargetType {
        case export(to: DownloadDestination)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath { "/export" }

        var method: HTTPTypes.HTTPRequest.Method { .post }

        var body: Talyn.RequestBody {
            switch self {
            case .export(let file):
                #sourceLocation(file: "File.swift", line: 3)
                return .json(["file": file] as Talyn.RequestParameters)
                #sourceLocation()
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
