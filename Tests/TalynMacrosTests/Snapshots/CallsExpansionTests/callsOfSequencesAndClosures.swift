// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @ResultType(EventStream<User>.self) case a
    @GET("/b") @ResultType(Data.self) case b(to: DownloadDestination, provider: String)
}

// MARK: Expansion

enum Users {
    case a
    case b(to: DownloadDestination, provider: String)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .a: "/a"
        case .b: "/b"
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .b(let to, let provider): .downloadDestination(to).adding(query: ["provider": provider] as Talyn.RequestFields)
        default: .requestPlain
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a() -> EventStream<User> {
            provider.events(.a, as: User.self)
        }

        func b(to: @escaping DownloadDestination, provider: String, fileID: Swift.StaticString = #fileID, line: Swift.Int = #line) async throws(Talyn.TalynError) -> Data {
            try await self.provider.request(.b(to: to, provider: provider), fileID: fileID, line: line).filterSuccessfulStatusCodes().data
        }
    }
}
