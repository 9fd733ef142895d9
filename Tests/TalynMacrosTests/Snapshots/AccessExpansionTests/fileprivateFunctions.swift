// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    init() { provider = Provider() }
    @GET("/a") func a() async throws
    @GET("/b") fileprivate func b(filter: Filter) async throws
}

// MARK: Expansion

struct Users {
    init() { provider = Provider() }
    func a() async throws {
        _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
    }
    fileprivate func b(filter: Filter) async throws {
        _ = try await provider.request(.b(filter: filter), as: Talyn.EmptyResult.self, line: 0)
    }

    fileprivate enum Target: Talyn.TargetType {
        case a
        case b(filter: Filter)

        fileprivate var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        fileprivate var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b: return "/b"
            }
        }

        fileprivate var query: Talyn.RequestParameters {
            switch self {
            case .b(let filter):
                #sourceLocation(file: "File.swift", line: 4)
                return ["filter": filter]
                #sourceLocation()
            default: return [:]
            }
        }
    }

    fileprivate let provider: Talyn.Provider<Target>
}
