#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

@Suite(.stubs) struct ClientShapeTests {
    /// Method and path with the query, and the body, of what a call sends.
    private func sent(_ call: () async throws -> Response) async throws -> [String] {
        StubSet.current.fallback(.any, .status(200))
        _ = try await call()
        let request = try #require(StubSet.current.requests.last)
        let query = request.url.query.map { "?\($0)" } ?? ""
        let line = "\(request.method.rawValue) \(request.url.path)\(query)"
        return request.body.isEmpty ? [line] : [line, String(decoding: request.body, as: UTF8.self)]
    }

    @Test func privateFunctions() async throws {
        StubSet.current.on(.get("/zen"), .text("z"), times: .exactly(2))
        #expect(try await sent(foundByFile) == ["POST /found", #"{"filter":{"text":"f"}}"#])
        #expect(try await sent(foundByFileClient) == ["POST /found", #"{"filter":{"text":"f"}}"#])
        let client = PrivateFunctionClient(baseURL: Servers.staging)
        #expect(try await sent(client.first) == ["POST /api/pages", #"{"of":{"number":1},"page":1}"#])
        #expect(try await FilePrivateFunctionClient().zen() == "z")
        #expect(try await OwnClient.zen() == "z")
    }

    @Test func typesWithTheNamesOfTheirModules() async throws {
        let client = QualifiedClient()
        let data = Data("d".utf8)
        #expect(try await sent { try await client.data(image: data) } == ["PUT /data", "d"])
        #expect(try await sent { try await client.bytes(image: data) } == ["PUT /bytes", "d"])
        let file = URL(fileURLWithPath: #filePath)
        let content = try String(contentsOf: file, encoding: .utf8)
        #expect(try await sent { try await client.file(file: file) } == ["PUT /file", content])
        #expect(try await sent { try await client.stream(content: HTTPBody(data)) } == ["PUT /stream", "d"])
        let parts = try await sent { try await client.parts(parts: [MultipartPart("v", name: "n")]) }
        #expect(parts.last?.contains(#"name="n""#) == true)
    }

    @Test func typesOfOtherTypesThatAreCalledLikeOurs() async throws {
        StubSet.current.on(.put("/data"), .json(text: #"{"data":"own"}"#))
        StubSet.current.on(
            .get("/events"),
            .data(Data("data: {\"event\":\"own\"}\n\n".utf8), contentType: "text/event-stream")
        )
        #expect(try await AlbumClient().data(image: Album.Data())?.data == "own")
        #expect(StubSet.current.requests.last?.text == #"{"data":"d"}"#)
        for try await event in AlbumClient().events() {
            #expect(event.event == "own")
            break
        }
    }

    @Test func selfInAttributes() async throws {
        let client = SelfClient<[Int]>()
        let date = Date(timeIntervalSince1970: 7)
        #expect(try await sent { try await client.a(date: date) } == ["POST /a", #"{"date":7}"#])
        #expect(StubSet.current.requests.last?.headerFields[.acceptLanguage] == "eo")
        #expect(SelfClient<[Int]>.Target.a(date: date).requestOptions.timeout == .seconds(77))
        let parts = try await sent { try await client.b(image: Data("i".utf8)) }
        #expect(parts.last?.contains(#"filename="me.png""#) == true)
    }

    @Test func equalLabels() async throws {
        let client = EqualLabelsClient()
        #expect(try await sent { try await client.route(with: 1, with: 2, by: 3, 4) } == ["GET /1/2?c=3&d=4"])
        #expect(
            try await sent { try await client.item(for: 1, for: "n", options: RequestOptions()) } == ["GET /1?name=n"]
        )
        let target = EqualLabelsClient.Target.route(a: 1, b: 2, c: 3, 4)
        #expect(target.path.percentEncoded == "/1/2")
        #expect(EqualLabelsClient.Target.log(to: 1).path.percentEncoded == "/log/1")
    }
}
#endif
