// swift-format-ignore-file

// MARK: Source

@Client struct Users {
    private struct Filter: Encodable {}
    init(baseURL: URL) {
        self.baseURL = baseURL
        provider = Provider()
    }
    @GET("/a") private func a(filter: Filter) async throws
}

// MARK: Expansion

struct Users {
    private struct Filter: Encodable {}
    init(baseURL: URL) {
        self.baseURL = baseURL
        provider = Provider()
    }
    private func a(filter: Filter) async throws {
        _ = try await provider.request(.a(filter: filter, baseURL: baseURL), as: Talyn.EmptyResult.self, line: 0)
    }

    private enum Target: Talyn.TargetType {
        case a(filter: Filter, baseURL: TalynMacros.FoundationTypes.URL)

        fileprivate var baseURL: TalynMacros.FoundationTypes.URL {
            switch self {
            case .a(_, let baseURL): return baseURL
            }
        }

        fileprivate var path: Talyn.RequestPath { "/a" }

        fileprivate var query: Talyn.RequestParameters {
            switch self {
            case .a(let filter, _):
                #sourceLocation(file: "File.swift", line: 7)
                return ["filter": filter]
                #sourceLocation()
            }
        }
    }

    private let provider: Talyn.Provider<Target>

    private let baseURL: TalynMacros.FoundationTypes.URL
}
