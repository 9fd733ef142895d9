// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") public struct Users {
    let provider = Provider<Target>()
    public init() {}
    @GET("/a") public func a() async throws
    @GET("/b") func b() async throws
}

// MARK: Expansion

public struct Users {
    let provider = Provider<Target>()
    public init() {}
    public func a() async throws {
        _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
    }
    func b() async throws {
        _ = try await provider.request(.b, as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a
        case b

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b: return "/b"
            }
        }
    }
}

extension Users: Swift.Sendable {}
