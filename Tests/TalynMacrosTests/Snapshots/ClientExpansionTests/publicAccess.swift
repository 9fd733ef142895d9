// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") public struct Users {
    @GET("/a") public func a() async throws
}

// MARK: Expansion

public struct Users {
    public func a() async throws {
        _ = try await provider.request(.a, as: Talyn.EmptyResult.self, line: 0)
    }

    public enum Target: Talyn.TargetType {
        case a

        public var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        public var path: Talyn.RequestPath { "/a" }
    }

    public let provider: Talyn.Provider<Target>

    public init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}

extension Users: Swift.Sendable {}
