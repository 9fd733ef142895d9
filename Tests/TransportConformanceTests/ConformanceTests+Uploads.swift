import Foundation
import TalynTransfers
import TalynURLSession
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct Uploads {
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        private func probe(
            _ server: FaultServer,
            _ body: RequestBody,
            _ method: HTTPRequest.Method = .post,
            headers: [String: String]? = nil,
            timeout: TimeInterval? = 3_600
        ) -> Probe {
            Probe(server.baseURL, "/", method, headers: headers, body: body, timeout: timeout)
        }

        private func stream(_ content: Data, declared: Int) -> MultipartPart {
            MultipartPart(HTTPBody(InputStream(data: content), length: Int64(declared)), name: "stream")
        }

        @Test(arguments: TransportUnderTest.all, [0, 1, 65_536, 3_000_000])
        func fileArrivesWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let content = Data.pattern(count)
            let file = try directory.file("a.bin", content)
            try await FaultServer.withServer(script: { _ in [.answer(200, [:], "thanks")] }) { server in
                for method in [.post, .put] as [HTTPRequest.Method] {
                    let response = try await transport.call(probe(server, .file(file), method))
                    #expect(try response.decode(String.self) == "thanks")
                }
                #expect(server.requests.map { $0.header("Content-Length") } == [["\(count)"], ["\(count)"]])
                for request in server.requests {
                    #expect(request.header("Transfer-Encoding") == [])
                    #expect(request.header("Expect") == [])
                    #expect(request.header("Content-Type") == [])
                    #expect(request.body == Array(content))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, [10, 2_000_000, 12_000_000])
        func multipartArrivesWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let contents = [Data("Ada".utf8), .pattern(count), Data(count: count / 2)]
            let parts = [
                MultipartPart(content: .data(contents[0]), name: "author"),
                MultipartPart(content: .file(try directory.file("a.png", contents[1])), name: "photo"),
                stream(contents[2], declared: contents[2].count),
            ]
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await transport.call(probe(server, .multipart(parts)))
                let request = try #require(server.requests.first)
                #expect(request.header("Content-Length") == ["\(request.body.count)"])
                let contentType = try #require(request.header("Content-Type").first)
                let boundary = try #require(try MultipartBoundary(contentType: contentType))
                let parsed = try ParsedPart.parse(Data(request.body), boundary: boundary.text)
                #expect(parsed.map(\.content) == contents)
            }
        }

        @Test(arguments: TransportUnderTest.all, [1, 100_000, 5_000_000])
        func progressCountsSentBytes(_ transport: TransportUnderTest, count: Int) async throws {
            let file = try directory.file("a", Data(count: count))
            let data = MultipartPart(content: .data(Data(count: count)), name: "a")
            for body in [.file(file), .multipart([data])] as [RequestBody] {
                let events = Recorder<TransferCount>()
                try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                    _ = try await transport.provider().transfer(probe(server, body)).response(counting: events)
                    let length = Int64(server.requests.first?.body.count ?? -1)
                    let sending = events.events.filter { $0.direction == .sent }
                    #expect(sending.allSatisfy { $0.total == length })
                    let counts = sending.map(\.completed)
                    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
                    #expect(counts.last == length)
                    #expect(length < 1_000_000 || counts.count >= 2)
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectedUploadIsSentAgain(_ transport: TransportUnderTest) async throws {
            let content = Data.pattern(300_000)
            let file = try directory.file("a", content)
            let script: FaultServer.Script = { request in
                request.target == "/" ? [.answer(307, ["Location": "/new"])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                let response = try await transport.call(probe(server, .file(file)))
                #expect(response.statusCode == 200)
                #expect(server.requests.map(\.body) == [Array(content), Array(content)])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func redirectedStreamIsNotFollowed(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(307, ["Location": "/new"])] }) { server in
                let body = RequestBody.multipart([stream(Data(count: 10), declared: 10)])
                let response = try await transport.call(probe(server, body))
                #expect(response.statusCode == 307)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func refusalBeforeTheEndOfAnUploadIsTheResponse(_ transport: TransportUnderTest) async throws {
            let file = try directory.file("a", Data(count: 20_000_000))
            let refusal = FaultServer.Step.answer(413, ["Connection": "close"], "too big")
            try await FaultServer.withServer(readsBody: false, script: { _ in [refusal] }) { server in
                let probe = probe(server, .file(file), timeout: 120)
                let response = try await transport.call(probe)
                #expect(response.statusCode == 413)
                #expect(try response.decode(String.self) == "too big")
            }
        }

        // MARK: Cancellation and bad input

        @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
        func uploadUnderWayIsCancelled(_ transport: TransportUnderTest, style: CallStyle) async throws {
            let file = try directory.file("a", Data(count: 20_000_000))
            try await FaultServer.withServer(readsBody: false, script: { _ in [.hang] }) { server in
                let call = StartedCall(style, probe(server, .file(file)), transport.provider())
                await server.headsArrived(atLeast: 1)
                try await call.cancelAndExpectCompletion()
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func missingFileIsNotSent(_ transport: TransportUnderTest) async throws {
            let missing = directory.url.appendingPathComponent("missing")
            let part = MultipartPart(content: .file(missing), name: "a")
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for body in [.file(missing), .multipart([part])] as [RequestBody] {
                    let error = await #expect(throws: TalynError.self) {
                        try await transport.call(probe(server, body))
                    }
                    #expect(error?.underlyingError as? BodyError == .cannotRead(missing, .ENOENT))
                }
                #expect(server.connectionCount == 0)
            }
        }

        @Test(arguments: TransportUnderTest.all, [100, 300_000, 3_000_000])
        func streamOfAnotherLengthIsNeverWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let content = Data(count: count)
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for (declared, expected) in [
                    (count + 1, BodyError.shorterThanDeclared(expected: Int64(count + 1), actual: Int64(count))),
                    (count - 1, .longerThanDeclared(expected: Int64(count - 1))),
                ] {
                    let body = RequestBody.multipart([stream(content, declared: declared)])
                    let error = await #expect(throws: TalynError.self) {
                        try await transport.call(probe(server, body))
                    }
                    #expect(error?.underlyingError as? BodyError == expected, "\(String(describing: error))")
                }
                #expect(server.requests.isEmpty)
            }
        }
    }
}
