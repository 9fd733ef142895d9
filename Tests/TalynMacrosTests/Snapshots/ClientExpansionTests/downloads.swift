// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @GET("/export") func export(to file: DownloadDestination, year: Int) async throws -> Response
    @GET("/export/{id}") func progress(id: Int, _ `in`: DownloadDestination) -> TransferStream
    @POST("/export") func upload(name: String, provider: DownloadDestination) async throws
    @GET("/log") func log(to file: DownloadDestination) async -> Result<Response, TalynError>
}

// MARK: Expansion

struct Users {
    func export(to file: DownloadDestination, year: Int) async throws -> Response {
        try await provider.download(.export(year: year), to: file, line: 0).response()
    }
    func progress(id: Int, _ `in`: DownloadDestination) -> TransferStream {
        provider.download(.progress(id: id), to: `in`, line: 0)
    }
    func upload(name: String, provider: DownloadDestination) async throws {
        _ = try await self.provider.download(.upload(name: name), to: provider, line: 0).response()
    }
    func log(to file: DownloadDestination) async -> Result<Response, TalynError> {
        do throws(Talyn.TalynError) {
            return .success(try await provider.download(.log, to: file, line: 0).response())
        } catch {
            return .failure(error)
        }
    }

    enum Target: Talyn.TargetType {
        case export(year: Int)
        case progress(id: Int)
        case upload(name: String)
        case log

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .export, .upload: return "/export"
            case .progress(let id): return "/export/\(id, name: "id")"
            case .log: return "/log"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .upload: return .post
            default: return .get
            }
        }

        var query: Talyn.RequestParameters {
            switch self {
            case .export(let year): return ["year": year]
            default: return [:]
            }
        }

        var body: Talyn.RequestBody {
            switch self {
            case .upload(let name): return .json(["name": name] as Talyn.RequestParameters)
            default: return .none
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
