// swift-format-ignore-file

// MARK: Source

@API public nonisolated enum Users {
    @GET("/a") @ResultType(User.self) case a
}

// MARK: Expansion

public nonisolated enum Users {
    case a
}

extension Users: Talyn.TargetType {
    public var path: Talyn.RequestPath { "/a" }

    nonisolated public struct Calls: Sendable {
        public let provider: Talyn.Provider<Users>

        public init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        public func a(options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.a, as: User.self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
