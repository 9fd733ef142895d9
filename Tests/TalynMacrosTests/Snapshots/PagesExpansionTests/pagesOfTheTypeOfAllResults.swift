// swift-format-ignore-file

// MARK: Source

@API("https://a.example") @ResultType([User].self) enum Users {
    @GET("/a") @Paged(.links) case a
    @GET("/b") case b
}

// MARK: Expansion

enum Users {
    case a
    case b
}

extension Users: Talyn.TargetType, Talyn.DecodableTargetType {
    var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

    var path: Talyn.RequestPath {
        switch self {
        case .a: return "/a"
        case .b: return "/b"
        }
    }

    typealias ResultType = [User]

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(options: Talyn.RequestOptions = Talyn.RequestOptions()) -> Talyn.PageStream<[User]> {
            #sourceLocation(file: "File.swift", line: 2)
            provider.pages(of: .a, as: [User].self, by: .links, options: options)
            #sourceLocation()
        }
    }
}
