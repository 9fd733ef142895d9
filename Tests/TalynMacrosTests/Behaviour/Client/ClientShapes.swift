#if Macros
import Foundation
import TalynMacros

// Clients of all shapes: that they compile, and without a warning, is half of the test.

private struct Filter: Encodable, Sendable {
    var text = "f"
}

/// With a function for its file, and so an initialiser of its own.
@Client("https://api.example.com")
struct FilePrivateFunctionClient {
    init() {
        provider = Provider()
    }

    @GET("/zen") func zen() async throws -> String
    @POST("/found") fileprivate func found(filter: Filter) async throws -> Response
}

/// What the file itself calls, for tests in other files.
let foundByFile: @Sendable () async throws -> Response = {
    try await FilePrivateFunctionClient().found(filter: Filter())
}

/// With a function for itself, which has a parameter of a type for itself.
@Client
struct PrivateFunctionClient {
    private struct Page: Encodable, Sendable {
        var number: Int
    }

    init(baseURL: URL) {
        self.baseURL = baseURL
        provider = Provider()
    }

    @POST("/pages") private func page(_ page: Int, of: Page, @Header(name: "X-Page") field: String?) async throws
        -> Response

    func first() async throws -> Response {
        try await page(1, of: Page(number: 1), field: "1")
    }
}

/// That only its own functions can make.
@Client("https://api.example.com")
public struct OwnClient {
    init() {
        provider = Provider()
    }

    @GET("/zen") private func zen() async throws -> String

    static func zen() async throws -> String { try await OwnClient().zen() }
}

@Client("https://api.example.com")
private struct FileClient {
    @POST("/found") fileprivate func found(filter: Filter) async throws -> Response
}

let foundByFileClient: @Sendable () async throws -> Response = { try await FileClient().found(filter: Filter()) }

/// Types with the names of their modules.
@Client("https://api.example.com")
struct QualifiedClient {
    #if canImport(FoundationEssentials)
    @PUT("/data") func data(@Body image: FoundationEssentials.Data) async throws -> TalynCore.Response
    #else
    @PUT("/data") func data(@Body image: Foundation.Data) async throws -> TalynCore.Response
    #endif
    @PUT("/bytes") func bytes(@Body image: TalynMacros.FoundationTypes.Data?) async throws -> Response
    @PUT("/file") func file(@Body file: FoundationTypes.URL) async throws -> Response
    @PUT("/stream") func stream(content: TalynCore.HTTPBody) async throws -> Talyn.Response
    @PUT("/parts") @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    func parts(@Part parts: [TalynCore.MultipartPart]) async throws -> TalynMacros.Response
    @GET("/export")
    func export(
        to file: TalynTransfers.DownloadDestination,
        options: TalynCore.RequestOptions
    ) -> TalynTransfers.TransferStream
    @GET("/events") func events() -> TalynStreams.EventStream<TalynStreams.ServerSentEvent>
}

/// Types in another type that are called like ours.
@Client("https://api.example.com")
struct AlbumClient {
    @PUT("/data") func data(@Body image: Album.Data) async throws -> Album.Data?
    @GET("/events") func events() -> EventStream<Album.ServerSentEvent>
}

enum Album {
    struct Data: Codable, Sendable { var data = "d" }
    struct ServerSentEvent: Codable, Sendable { var event = "e" }
}

/// With `Self` in its attributes.
@Client("https://api.example.com")
struct SelfClient<Value: Codable & Sendable> {
    static var slow: Duration { .seconds(77) }
    static var language: String { "eo" }
    static var coding: CodingOptions { CodingOptions { $0.dates = .secondsSince1970 } }
    static var fileName: String { "me.png" }

    @POST("/a") @Options(timeout: Self.slow) @Headers(["Accept-Language": "\(Self.language)"]) @Coding(Self.coding)
    func a(date: Date) async throws -> Response
    @POST("/b") @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    func b(@Part(fileName: Self.fileName) image: Data) async throws -> Response
}

/// Parameters that have their labels in common.
@Client("https://api.example.com")
struct EqualLabelsClient {
    @GET("/{a}/{b}") func route(with a: Int, with b: Int, by c: Int, _ d: Int) async throws -> Response
    @GET("/{in}") func item(for `in`: Int, for name: String, options: RequestOptions) async throws -> Response
    @GET("/log/{a}") func log(to a: Int, to file: DownloadDestination) async throws -> Response
}
#endif
