// swift-format-ignore-file

// MARK: Source

@API enum Users {
    #if DEBUG
    @GET("/a") @ResultType(String.self) case a
    #endif
}

// MARK: Expansion

enum Users {
    #if DEBUG
    case a
    #endif
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        #if DEBUG
        case .a: return "/a"
        #endif
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        #if DEBUG
        func a(options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> String {
            try await provider.request(.a, as: String.self, options: options, fileID: fileID, line: line)
        }
        #endif
    }
}
