// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/a") @Paged(.offsets("start")) @ResultType([User].self) case a(text: String)
    @GET("/b") @Paged(.links, prefetching: true) @ResultType([String: Int].self) case b(fileID: Int)
}

// MARK: Expansion

enum Users {
    case a(text: String)
    case b(fileID: Int)
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
        case .a(let text): return ["text": text]
        case .b(let fileID): return ["fileID": fileID]
        }
    }

    struct Calls: Sendable {
        let provider: Talyn.Provider<Users>

        init(provider: Talyn.Provider<Users> = Talyn.Provider()) {
            self.provider = provider
        }

        func a(text: String, options: Talyn.RequestOptions = Talyn.RequestOptions()) -> Talyn.PageStream<[User]> {
            #sourceLocation(file: "File.swift", line: 2)
            provider.pages(of: .a(text: text), as: [User].self, by: .offsets("start"), options: options)
            #sourceLocation()
        }

        func b(fileID: Int, options: Talyn.RequestOptions = Talyn.RequestOptions()) -> Talyn.PageStream<[String: Int]> {
            #sourceLocation(file: "File.swift", line: 3)
            provider.pages(of: .b(fileID: fileID), as: ([String: Int]).self, by: .links, prefetching: true, options: options)
            #sourceLocation()
        }
    }
}
