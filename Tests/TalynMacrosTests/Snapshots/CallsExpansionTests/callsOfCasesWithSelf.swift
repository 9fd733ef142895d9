// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @ResultType([Self.User].self) case a(count: Int = Self.most, kind: Self.Kind)
    @GET("/b") @ResultType(Self.self) @Paged(.next { $0.number < Self.most ? .query([:]) : nil }) case b
}

// MARK: Expansion

enum Users {
    case a(count: Int = Self.most, kind: Self.Kind)
    case b
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
        case .a(let count, let kind):
            #sourceLocation(file: "File.swift", line: 2)
            return ["count": count, "kind": kind]
            #sourceLocation()
        default: return [:]
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(count: Int = Users.most, kind: Users.Kind, options: Talyn.RequestOptions = Talyn.RequestOptions(), fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> [Users.User] {
            #sourceLocation(file: "File.swift", line: 2)
            try await provider.request(.a(count: count, kind: kind), as: [Users.User].self, options: options, fileID: fileID, line: line)
            #sourceLocation()
        }

        func b(options: Talyn.RequestOptions = Talyn.RequestOptions()) -> Talyn.PageStream<Users> {
            #sourceLocation(file: "File.swift", line: 3)
            provider.pages(of: .b, as: Users.self, by: .next { $0.number < Users.most ? .query([:]) : nil }, options: options)
            #sourceLocation()
        }
    }
}
