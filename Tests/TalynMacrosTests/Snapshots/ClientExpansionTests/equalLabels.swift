// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/{a}/{b}") func users(with a: Int, with b: Int, of c: Int, _ d: Int) async throws
    @GET("/{a}") func log(to a: Int, to file: DownloadDestination) async throws
    @GET("/{a}") func item(for a: Int, for `in`: Int) async throws
}

// MARK: Expansion

struct Users {
    func users(with a: Int, with b: Int, of c: Int, _ d: Int) async throws {
        _ = try await provider.request(.users(a: a, b: b, c: c, d), as: Talyn.EmptyResult.self, line: 0)
    }
    func log(to a: Int, to file: DownloadDestination) async throws {
        _ = try await provider.download(.log(to: a), to: file, line: 0).response()
    }
    func item(for a: Int, for `in`: Int) async throws {
        _ = try await provider.request(.item(a: a, in: `in`), as: Talyn.EmptyResult.self, line: 0)
    }

    enum Target: Talyn.TargetType {
        case users(a: Int, b: Int, c: Int, _ d: Int)
        case log(to: Int)
        case item(a: Int, in: Int)

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .users(let a, let b, _, _): return "/\(a, name: "a")/\(b, name: "b")"
            case .log(let a): return "/\(a, name: "a")"
            case .item(let a, _): return "/\(a, name: "a")"
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .users(_, _, let c, let d): return ["c": c, "d": d]
            case .item(_, let `in`): return ["in": `in`]
            default: return [:]
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
