// swift-format-ignore-file

// MARK: Source

@Swift.MainActor @API enum Users {
    @GET("/a") @ResultType(User.self) case a
}

// MARK: Expansion

@Swift.MainActor enum Users {
    case a
}

nonisolated extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath { "/a" }

    @Swift.MainActor struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.a, as: User.self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
