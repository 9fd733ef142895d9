// swift-format-ignore-file

// MARK: Source

@Client(Self.url) struct Users {
    @GET("/a") @Options(timeout: Self.slow) @Headers(["A": "\(Self.a)"]) @Validation(Self.good)
    func a() async throws -> Self.User
    @POST("/b") @Coding(Self.coding, dates: Self.dates) @Authorization(Self.scheme) @Sample(Self.sample)
    func b(@Part(fileName: Self.file) image: Data) async throws
    @GET("/c") @Paged(.next { Self.next($0) }) func c() -> PageStream<Self.User>
}

// MARK: Expansion

struct Users {

    func a() async throws -> Self.User {
        try await provider.request(.a, as: Self.User.self, line: 0)
    }

    func b(@Part(fileName: Self.file) image: Data) async throws {
        _ = try await provider.request(.b(image: image), as: Talyn.EmptyResult.self, line: 0)
    }
    
    func c() -> PageStream<Self.User> {
        provider.pages(of: .c, as: Self.User.self, by: .next { Self.next($0) })
    }

    enum Target: Talyn.TargetType, Talyn.AccessTokenAuthorizable {
        case a
        case b(image: Data)
        case c

        var baseURL: TalynMacros.FoundationTypes.URL { Users.url }

        var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b: return "/b"
            case .c: return "/c"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .b: return .post
            default: return .get
            }
        }

        var headerFields: HTTPTypes.HTTPFields {
            switch self {
            case .a: return [HTTPTypes.HTTPField.Name("A")!: "\(Users.a)"]
            default: return [:]
            }
        }

        var body: Talyn.RequestBody {
            switch self {
            case .b(let image): return .multipart([Talyn.MultipartPart(image, name: "image", fileName: Users.file)])
            default: return .none
            }
        }

        var validation: Talyn.StatusValidation {
            switch self {
            case .a: return Users.good
            default: return .successCodes
            }
        }

        var coding: Talyn.CodingOptions {
            switch self {
            case .b: return Talyn.CodingOptions { $0 = Users.coding; $0.dates = Users.dates }
            default: return Talyn.CodingOptions()
            }
        }

        var sampleData: TalynMacros.FoundationTypes.Data {
            switch self {
            case .b: return Users.sample
            default: return TalynMacros.FoundationTypes.Data()
            }
        }

        var requestOptions: Talyn.RequestOptions {
            switch self {
            case .a: return Talyn.RequestOptions { $0.timeout = Users.slow }
            default: return Talyn.RequestOptions()
            }
        }

        var authorizationType: Talyn.AuthorizationType? {
            switch self {
            case .b: return Users.scheme
            default: return nil
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
