// swift-format-ignore-file

// MARK: Source

@Client("https://a.example") struct Users {
    @PUT("/a") func data(@Body image: FoundationEssentials.Data) async throws
    @PUT("/b") func file(@Body file: TalynMacros.FoundationTypes.URL?) async throws
    @PUT("/c") func stream(content: TalynCore.HTTPBody) async throws -> TalynCore.Response
    @PUT("/d") func parts(@Part parts: [TalynCore.MultipartPart]) async throws
    @GET("/e") func export(to file: TalynTransfers.DownloadDestination) -> TalynTransfers.TransferStream
    @GET("/f") func events() -> TalynStreams.EventStream<TalynStreams.ServerSentEvent>
}

// MARK: Expansion

struct Users {
    func data(@Body image: FoundationEssentials.Data) async throws {
        _ = try await provider.request(.data(image: image), as: Talyn.EmptyResult.self, line: 0)
    }
    func file(@Body file: TalynMacros.FoundationTypes.URL?) async throws {
        _ = try await provider.request(.file(file: file), as: Talyn.EmptyResult.self, line: 0)
    }
    func stream(content: TalynCore.HTTPBody) async throws -> TalynCore.Response {
        try await provider.request(.stream(content: content), line: 0)
    }
    func parts(@Part parts: [TalynCore.MultipartPart]) async throws {
        _ = try await provider.request(.parts(parts: parts), as: Talyn.EmptyResult.self, line: 0)
    }
    func export(to file: TalynTransfers.DownloadDestination) -> TalynTransfers.TransferStream {
        provider.download(.export, to: file, line: 0)
    }
    func events() -> TalynStreams.EventStream<TalynStreams.ServerSentEvent> {
        provider.events(.events, line: 0)
    }

    enum Target: Talyn.TargetType {
        case data(image: FoundationEssentials.Data)
        case file(file: TalynMacros.FoundationTypes.URL?)
        case stream(content: TalynCore.HTTPBody)
        case parts(parts: [TalynCore.MultipartPart])
        case export
        case events

        var baseURL: TalynMacros.FoundationTypes.URL { TalynMacros.FoundationTypes.URL(string: "https://a.example")! }

        var path: Talyn.RequestPath {
            switch self {
            case .data: return "/a"
            case .file: return "/b"
            case .stream: return "/c"
            case .parts: return "/d"
            case .export: return "/e"
            case .events: return "/f"
            }
        }

        var method: HTTPTypes.HTTPRequest.Method {
            switch self {
            case .data, .file, .stream, .parts: return .put
            default: return .get
            }
        }

        var body: Talyn.RequestBody {
            switch self {
            case .data(let image): return .data(image)
            case .file(let file): return file.map { Talyn.RequestBody.file($0) } ?? Talyn.RequestBody.none
            case .stream(let content): return .stream(content)
            case .parts(let parts): return .multipart((parts))
            default: return .none
            }
        }
    }

    let provider: Talyn.Provider<Target>

    init(provider: Talyn.Provider<Target> = Talyn.Provider()) {
        self.provider = provider
    }
}
