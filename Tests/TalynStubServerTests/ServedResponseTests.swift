#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import Testing
import TestSupport

/// What a transport answers, as a client gets it.
@Suite(.sockets) struct ServedResponseTests {
    @Test(arguments: Client.all)
    func responseArrivesAsItIs(_ client: Client) async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let transport = Answering { _ in
            TransportResponse(
                statusCode: 203,
                headerFields: [.contentType: "application/x-bytes", .eTag: "\"1\"", .retryAfter: "5"],
                body: HTTPBody(bytes)
            )
        }
        try await StubServer.withServer(serving: transport) { url in
            let response = try await client.send(url)
            #expect(response.statusCode == 203)
            #expect(response.headerFields[.contentType] == "application/x-bytes")
            #expect(response.headerFields[.eTag] == "\"1\"")
            #expect(response.headerFields[.retryAfter] == "5")
            #expect(response.headerFields[.contentLength] == "256")
            #expect(try await response.body.collected() == bytes)
        }
    }

    @Test func contentWithStatus304ReachesAClientWithoutACache() async throws {
        try await StubServer.withServer(serving: Answering(304, [.contentType: "text/plain"], "ok")) { url in
            let response = try await Client.all[0].send(url)
            #expect(response.statusCode == 200)
            #expect(try await response.body.collected() == Data("ok".utf8))
        }
    }

    @Test func headIsWrittenInOrderAndWithRepeatedFields() async throws {
        var fields: HTTPFields = [.server: "stub", .init("X-First")!: "1"]
        fields.append(HTTPField(name: .setCookie, value: "a=1; Path=/"))
        fields.append(HTTPField(name: .setCookie, value: "b=2, 3"))
        fields.append(HTTPField(name: .init("x-LAST")!, value: "z"))
        try await StubServer.withServer(serving: Answering(200, fields, "ok")) { [fields] url in
            let client = try await RawClient.connect(to: url)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = await client.text(containing: "\r\n\r\nok").components(separatedBy: "\r\n\r\n")[0]
            let lines = ["HTTP/1.1 200 OK"] + fields.map { "\($0.name.rawName): \($0.value)" } + ["Content-Length: 2"]
            #expect(head.components(separatedBy: "\r\n") == lines)
            try await client.close()
        }
    }

    @Test func fieldsOfOneConnectionAndOfPackedBytesAreDropped() async throws {
        let fields: HTTPFields = [
            .connection: "close, X-Hop", .init("X-Hop")!: "1", .init("Keep-Alive")!: "timeout=5", .te: "trailers",
            .transferEncoding: "chunked", .upgrade: "h2c", .contentEncoding: "gzip", .contentLength: "1",
            .vary: "Accept-Encoding",
        ]
        try await StubServer.withServer(serving: Answering(200, fields, "unpacked")) { url in
            let response = try await Client.usual.send(url)
            #expect(try await response.body.collected() == Data("unpacked".utf8))
            #expect(Set(response.headerFields.map(\.name.canonicalName)) == ["vary", "content-length"])
            #expect(response.headerFields[.contentLength] == "8")
        }
    }

    @Test(arguments: Client.all, [(204, "never sent"), (304, "")])
    func statusWithoutContentHasNoBody(_ client: Client, answer: (statusCode: Int, body: String)) async throws {
        let statusCode = answer.statusCode
        try await StubServer.withServer(serving: Answering(statusCode, [:], answer.body)) { url in
            let response = try await client.send(url)
            #expect(response.statusCode == statusCode)
            #expect(try await response.body.collected().isEmpty)
            #expect(try await client.send(url).statusCode == statusCode)
        }
    }

    @Test(arguments: Client.all)
    func responseToHEADDescribesTheBodyOnly(_ client: Client) async throws {
        try await StubServer.withServer(serving: Answering(200, [:], "not sent")) { url in
            let response = try await client.send(url, method: "HEAD")
            #expect(response.headerFields[.contentLength] == "8")
            #expect(try await response.body.collected().isEmpty)
        }
    }

    @Test func headOfUnknownLengthLeavesTheConnectionUsable() async throws {
        let transport = Answering { request in
            TransportResponse(
                statusCode: 200,
                body: request.method == .head ? .bytes(9) : HTTPBody(Data("x".utf8))
            )
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let parts = await client.text(containing: "\r\n\r\nx").components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 3)
            #expect(parts.first?.lowercased().contains("transfer-encoding: chunked") == true)
            #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200 OK") == true)
            try await client.close()
        }
    }

    @Test(arguments: Client.all, [1, 65_536, 65_537, 40_000_000])
    func streamArrivesWhole(_ client: Client, count: Int) async throws {
        let transport = Answering { _ in TransportResponse(statusCode: 200, body: .bytes(count)) }
        try await StubServer.withServer(serving: transport) { url in
            var arrived = 0
            for try await chunk in try await client.send(url).body { arrived += chunk.count }
            #expect(arrived == count)
        }
    }

    @Test func largeBodyInMemoryArrivesWhole() async throws {
        let data = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let transport = Answering { _ in TransportResponse(statusCode: 200, body: HTTPBody(data)) }
        try await StubServer.withServer(serving: transport) { url in
            let arrived = try await Client.usual.send(url).body.collected()
            #expect(arrived == data)
        }
    }

    @Test func streamWaitsForItsReader() async throws {
        let made = Watched(0)
        let transport = Answering { request in
            guard request.url?.path == "/" else { return .text("other") }
            return TransportResponse(statusCode: 200, body: .bytes(4_000_000_000) { made.update { $0 += 1 } })
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url, reads: false)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await made.wait { $0 > 0 }
            try await Client.usual.passTime(at: url.appending(path: "other"))
            // The system's buffers may grow to some tens of megabytes on either side.
            #expect(made.value < 8_000, "Without back-pressure, there would be 61,036 chunks.")
            try await client.close()
        }
    }

    @Test func chunkIsSentWhenItIsThere() async throws {
        let isSeen = Watched(false)
        let transport = Answering { _ in
            TransportResponse(
                statusCode: 200,
                body: HTTPBody(isReplayable: false) {
                    var count = 0
                    return {
                        count += 1
                        if count == 2 { await isSeen.wait { $0 } }
                        return count < 3 ? Data("chunk \(count)".utf8) : nil
                    }
                }
            )
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await client.text(containing: "chunk 1")
            isSeen.update { $0 = true }
            await client.text(containing: "chunk 2")
            try await client.close()
        }
    }

    @Test(arguments: [(5, "12345678"), (20, "12345678")])
    func bodyOfAnotherLengthThanDeclaredIsIncomplete(_ length: Int, text: String) async throws {
        let transport = Answering { _ in
            let body = HTTPBody(isReplayable: false) {
                var chunk: Data? = Data(text.utf8)
                return { chunk.take() }
            }
            return TransportResponse(statusCode: 200, headerFields: [.contentLength: "\(length)"], body: body)
        }
        try await StubServer.withServer(serving: transport) { url in
            #expect(await Client.usual.failure(url) == .connectionLost)
        }
    }

    @Test(arguments: [0, 101, 1_000, -1])
    func statusThatCannotBeSentIsSaid(_ statusCode: Int) async throws {
        try await StubServer.withServer(serving: Answering(statusCode)) { url in
            let response = try await Client.usual.send(url)
            #expect(response.statusCode == 501)
            let text = String(decoding: try await response.body.collected(), as: UTF8.self)
            #expect(text == "A response with status \(statusCode) can't be served.\n")
        }
    }

    @Test(arguments: Client.all)
    func redirectIsLeftToTheClient(_ client: Client) async throws {
        let transport = Answering { request in
            guard request.url?.path == "/old" else { return .text("new") }
            return TransportResponse(statusCode: 302, headerFields: [.location: "/new"], body: HTTPBody(Data()))
        }
        try await StubServer.withServer(serving: transport) { url in
            let text = try await client.text(url.appending(path: "old"))
            #expect(text == "new")
        }
    }

    @Test(arguments: Client.all)
    func redirectToTheServerThatItStandsForLeadsBack(_ client: Client) async throws {
        let transport = Answering { request in
            let url = request.url?.absoluteString ?? ""
            guard url.hasSuffix("/old") else { return .text(url) }
            let fields: HTTPFields = [.location: "https://api.example.com/v1/new?a=b%20c"]
            return TransportResponse(statusCode: 302, headerFields: fields, body: HTTPBody(Data()))
        }
        var options = StubServer.Options()
        options.baseURLs = [try #require(URL(string: "https://api.example.com/v1/"))]
        try await StubServer.withServer(serving: transport, options: options) { url in
            let text = try await client.text(url.appending(path: "old"))
            #expect(text == "https://api.example.com/v1/new?a=b%20c")
        }
    }
}
#endif
