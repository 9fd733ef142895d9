// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @ResultType(EventStream<User>.self) case a
    @GET("/b") @ResultType(Data.self) case b(provider: String)
}

// MARK: Expansion

enum Users {
    case a
    case b(provider: String)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .b(let provider): return ["provider": provider]
        default: return [:]
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) -> EventStream<User> {
            #sourceLocation(file: "File.swift", line: 2)
            provider.events(.a, as: User.self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }

        func b(provider: String, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> Data {
            try await self.provider.request(.b(provider: provider), as: Data.self, options: options, fileID: fileID, line: line)
        }
    }
}
