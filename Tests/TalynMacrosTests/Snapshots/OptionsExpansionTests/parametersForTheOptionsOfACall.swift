// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") func a(page: Int, options: RequestOptions = RequestOptions()) async throws -> User
    @POST("/b/{id}") func b(_ id: Int, with own: Talyn.RequestOptions, name: String) async throws
    @GET("/c") func c(in options: RequestOptions? = nil) -> EventStream<User>
    @GET("/d") func d(`in`: RequestOptions, fileID: StaticString = #fileID, line: Int = #line) async -> Result<Response, TalynError>
    @GET("/e") func e(to file: DownloadDestination, provider: RequestOptions) -> TransferStream
}

// MARK: Expansion

struct Users {
    func a(page: Int, options: RequestOptions = RequestOptions()) async throws -> User {
        try await provider.request(.a(page: page), as: User.self, options: options, line: 0)
    }
    func b(_ id: Int, with own: Talyn.RequestOptions, name: String) async throws {
        _ = try await provider.request(.b(id, name: name), as: Talyn.EmptyResult.self, options: own, line: 0)
    }
    func c(in options: RequestOptions? = nil) -> EventStream<User> {
        provider.events(.c, as: User.self, options: options ?? Talyn.RequestOptions(), line: 0)
    }
    func d(`in`: RequestOptions, fileID: StaticString = #fileID, line: Int = #line) async -> Result<Response, TalynError> {
        do throws(Talyn.TalynError) {
            return .success(try await provider.request(.d, options: `in`, fileID: fileID, line: line))
        } catch {
            return .failure(error)
        }
    }
    func e(to file: DownloadDestination, provider: RequestOptions) -> TransferStream {
        self.provider.download(.e, to: file, options: provider, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a(page: Int)
        case b(_ id: Int, name: String)
        case c
        case d
        case e

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b(let id, _): return "/b/\(id, name: "id")"
            case .c: return "/c"
            case .d: return "/d"
            case .e: return "/e"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .b: return .post
            default: return .get
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .a(let page): return ["page": page]
            default: return [:]
            }
        }

        var body: Talyn.RequestBody {
            switch self {
            case .b(_, let name): return .json(["name": name] as Talyn.RequestParameters)
            default: return .none
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
