#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

@Client("https://api.example.com") @Options(timeout: .seconds(9))
private struct OptionsClient {
    @GET("/items") func items(page: Int, options: RequestOptions = RequestOptions()) async throws -> [Int]
    @GET("/plain") func plain(with own: RequestOptions) async throws -> Response
    @GET("/optional") func optional(_ options: RequestOptions? = nil) async throws
    @POST("/outcome") func outcome(text: String, options: RequestOptions) async -> Result<String, TalynError>
    @GET("/stream") func stream(options: RequestOptions) -> ResponseStream
    @GET("/events") func events(options: RequestOptions) -> EventStream<Int>
    @PUT("/file") func upload(@Body data: Data, options: RequestOptions) -> TransferStream
    @GET("/file") func download(to file: DownloadDestination, options: RequestOptions) async throws -> Response
    @GET("/user/{id}") func user(id: Int, options: RequestOptions) async throws -> Response
    @GET("/user") func user(name: String) async throws -> Response
}

@API("https://api.example.com")
private enum OptionsAPI {
    @GET("/items") @ResultType([Int].self) case items(page: Int = 1)
    @GET("/named") @ResultType(String.self) case named(options: String)
    @GET("/by-hand") case byHand(RequestOptions)

    var requestOptions: RequestOptions {
        switch self {
        case .byHand(let options): options
        default: RequestOptions { $0.timeout = .seconds(9) }
        }
    }
}

@Suite(.stubs) struct CallOptionsTests {
    private let client = OptionsClient()
    private let marked = RequestOptions { $0.headerFields[.userAgent] = "marked" }

    /// The paths and queries of the requests that had the header field of the options.
    private var markedRequests: [String] {
        StubSet.current.requests.filter { $0.headerFields[.userAgent] == "marked" }.map { request in
            request.url.path + (request.url.query.map { "?\($0)" } ?? "")
        }
    }

    @Test func functionsPassOptionsToTheirCalls() async throws {
        StubSet.current.fallback(.any, .json([1]))
        #expect(try await client.items(page: 2, options: marked) == [1])
        _ = try await client.plain(with: marked)
        try await client.optional(marked)
        #expect(try await client.outcome(text: "a", options: marked).get() == "[1]")
        _ = try await client.stream(options: marked).open()
        _ = try await client.upload(data: Data(), options: marked).response()
        _ = try await client.user(id: 1, options: marked)
        #expect(
            markedRequests == ["/items?page=2", "/plain", "/optional", "/outcome", "/stream", "/file", "/user/1"]
        )
        #expect(StubSet.current.requests(.post("/outcome")).map(\.text) == [#"{"text":"a"}"#])
    }

    @Test func functionsHaveTheirDefaults() async throws {
        StubSet.current.fallback(.any, .json([1]))
        _ = try await client.items(page: 1)
        try await client.optional()
        #expect(markedRequests == [])
        #expect(StubSet.current.requests.count == 2)
    }

    @Test func eventsAndDownloadsHaveOptions() async throws {
        StubSet.current.on(.get("/events"), .data(Data("data: 7\n\n".utf8), contentType: "text/event-stream"))
        StubSet.current.on(.get("/file"), .text("content"))
        for try await event in client.events(options: marked) {
            #expect(event == 7)
            break
        }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await client.download(to: DownloadDestination(file), options: marked)
        #expect(markedRequests == ["/events", "/file"])
    }

    @Test func deadlineOfACallCounts() async throws {
        StubSet.current.fallback(.any, .json([1]))
        let hurry = RequestOptions { $0.deadline = .zero }
        await #expect { try await client.items(page: 1, options: hurry) } throws: {
            ($0 as? TalynError)?.isTimedOut == true
        }
        await #expect { try await OptionsAPI.Calls().items(options: hurry) } throws: {
            ($0 as? TalynError)?.isTimedOut == true
        }
        #expect(StubSet.current.requests.isEmpty)
    }

    @Test func functionsOfAnEnumHaveOptions() async throws {
        StubSet.current.fallback(.any, .json([1]))
        let calls = OptionsAPI.Calls()
        #expect(try await calls.items(page: 3, options: marked) == [1])
        #expect(try await calls.items() == [1])
        _ = try await calls.named(options: "sent", requestOptions: marked)
        #expect(markedRequests == ["/items?page=3", "/named?options=sent"])
    }

    @Test func caseWithOptionsForAMemberByHand() async throws {
        StubSet.current.fallback(.any, .json([1]))
        _ = try await Provider<OptionsAPI>().request(.byHand(marked))
        #expect(markedRequests == ["/by-hand"])
    }

    @Test func optionsAreNoPartOfTheTarget() throws {
        let target = OptionsClient.Target.userId(id: 7)
        #expect(try Endpoint(target).url == "https://api.example.com/user/7")
        #expect(target.requestOptions.timeout == .seconds(9))
    }
}
#endif
