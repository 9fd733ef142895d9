// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/export") func export(to: @escaping DownloadDestination) async throws -> Response
}

// MARK: Expansion

struct Users {
    func export(to: @escaping DownloadDestination) async throws -> Response {
        try await provider.request(.export(to: to), line: 0)
    }

    enum Target: Talyn.TargetType {
        case export(to: DownloadDestination)

        var baseURL: Foundation.URL { Foundation.URL(string: "https://a.example")! }

        var path: String { "/export" }

        var task: Talyn.HTTPTask {
            switch self {
            case .export(let to): .downloadDestination(to)
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
