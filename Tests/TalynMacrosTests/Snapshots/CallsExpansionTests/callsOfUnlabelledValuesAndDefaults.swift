// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") @ResultType([User].self) case user(Int, _ page: Int = 1)
}

// MARK: Expansion

enum Users {
    case user(Int, _ page: Int = 1)
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .user(let value0, _): return "/users/\(value0, name: "id")"
        }
    }

    var query: Talyn.RequestParameters {
        switch self {
        case .user(_, let page): return ["page": page]
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func user(_ value0: Int, _ page: Int = 1, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> [User] {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.user(value0, page), as: [User].self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
