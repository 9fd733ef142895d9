// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") private struct Users {
    @GET("/a") fileprivate func a(filter: Filter) async throws
}

// MARK: Expansion

private struct Users {
    fileprivate func a(filter: Filter) async throws {
        _ = try await provider.request(.a(filter: filter), as: Talyn.EmptyResult.self, line: 0)
    }

    fileprivate enum Target: Talyn.TargetType {
        case a(filter: Filter)

        fileprivate var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        fileprivate var path: Talyn.RequestPath { "/a" }

        fileprivate var query: Talyn.RequestParameters {
            switch self {
            case .a(let filter):
                #sourceLocation(file: "File.swift", line: 2)
                return ["filter": filter]
                #sourceLocation()
            }
        }
    }

    fileprivate let provider: Talyn.Provider<Target>

    fileprivate init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
