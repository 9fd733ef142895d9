// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/a") @Paged(.links) func a() -> PageStream<[User]>
    @GET("/b") @Paged(.cursor("after", at: "page.next"), prefetching: true)
    func b(text: String, options: RequestOptions = RequestOptions()) -> PageStream<Found>
    @GET("/c") @Paged(.links) func c() -> PageStream<Response>
    @GET("/d") @Paged(.pageNumbers(size: 30)) func d(provider: Int) -> Talyn.PageStream<[String: Int]>
}

// MARK: Expansion

struct Users {
    
    func a() -> PageStream<[User]> {
        provider.pages(of: .a, as: [User].self, by: .links)
    }

    func b(text: String, options: RequestOptions = RequestOptions()) -> PageStream<Found> {
        provider.pages(of: .b(text: text), as: Found.self, by: .cursor("after", at: "page.next"), prefetching: true, options: options)
    }
    
    func c() -> PageStream<Response> {
        provider.pages(of: .c, by: .links)
    }
    
    func d(provider: Int) -> Talyn.PageStream<[String: Int]> {
        self.provider.pages(of: .d(provider: provider), as: ([String: Int]).self, by: .pageNumbers(size: 30))
    }

    enum Target: Talyn.TargetType {
        case a
        case b(text: String)
        case c
        case d(provider: Int)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .a: return "/a"
            case .b: return "/b"
            case .c: return "/c"
            case .d: return "/d"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .b(let text): return ["text": text]
            case .d(let provider): return ["provider": provider]
            default: return [:]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
