// swift-format-ignore-file

// MARK: Source

@Headers(["A": "a"]) @Client("https://a.example") struct Users {
    @GET("/a") @Validation(.successCodes) func a() async throws -> String
    @POST("/b") @Form func b(name: String) async throws
}

// MARK: Expansion

struct Users {
    
    func a() async throws -> String {
        try await provider.request(.a, as: String.self, line: 0)
    }
    
    func b(name: String) async throws {
        _ = try await provider.request(.b(name: name), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case a
        case b(name: String)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b: return "/b"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .b: return .post
            default: return .get
            }
        }

        var headerFields: HTTPTypes.HTTPFields { [HTTPTypes.HTTPField.Name("A")!: "a"] }

        var body: Talyn.RequestBody {
            switch self {
            case .b(let name): return .form(["name": name] as Talyn.RequestParameters)
            default: return .none
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
