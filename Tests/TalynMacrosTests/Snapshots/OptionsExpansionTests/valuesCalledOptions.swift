// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @ResultType(User.self) case a(options: String)
    @GET("/b") @ResultType(User.self) case b(options: String, requestOptions: Int)
}

// MARK: Expansion

enum Users {
    case a(options: String)
    case b(options: String, requestOptions: Int)
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
        case .a(let options): return ["options": options]
        case .b(let options, let requestOptions): return ["options": options, "requestOptions": requestOptions]
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(options: String, requestOptions: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.a(options: options), as: User.self, options: requestOptions, fileID: fileID, line: line)
            #sourceLocation()
        }

        func b(options: String, requestOptions: Int, fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> User {
            #sourceLocation(file: "File.swift", line: 3)
            try await provider.request(.b(options: options, requestOptions: requestOptions), as: User.self, fileID: fileID, line: line)
            #sourceLocation()
        }
    }
}
