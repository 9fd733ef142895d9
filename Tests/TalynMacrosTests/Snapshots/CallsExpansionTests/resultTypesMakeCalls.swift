// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/users/{id}") @ResultType(User.self) case user(id: Int)
    @GET("/users") case users
}

// MARK: Expansion

enum Users {
    case user(id: Int)
    case users
}

extension Users: Talyn.TargetType {
    var path: Talyn.RequestPath {
        switch self {
        case .user(let id): return "/users/\(id, name: "id")"
        case .users: return "/users"
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func user(id: Int, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.user(id: id), as: User.self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
