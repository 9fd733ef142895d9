#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import Testing
import TestSupport
import _TalynSupport

/// What a client sends, as a transport gets it.
@Suite(.sockets) struct RequestOfClientTests {
    @Test(arguments: Client.all)
    func requestArrivesAsItIs(_ client: Client) async throws {
        let seen = Watched<OutgoingRequest?>(nil)
        let transport = Answering { request in
            seen.update { $0 = request }
            return .text(String(decoding: try await request.body?.collected() ?? Data(), as: UTF8.self))
        }
        try await StubServer.withServer(serving: transport) { url in
            let target = try #require(URL(string: "\(url)/a%2Fb/c%20d?x=1&y=%26+z"))
            let response = try await client.send(
                target,
                method: "PUT",
                headers: ["X-Test": "a, b", "Content-Type": "text/plain", "Cookie": "a=1; b=2"],
                body: HTTPBody(Data("content".utf8))
            )
            #expect(try await response.body.collected() == Data("content".utf8))
            let request = try #require(seen.value)
            #expect(request.url == target)
            #expect(request.method == .put)
            #expect(request.headerFields["X-Test"] == "a, b")
            #expect(request.headerFields[.cookie] == "a=1; b=2")
            #expect(request.headerFields[.contentLength] == nil)
            #expect(request.body?.length == 7)
            #expect(request.target == nil)
        }
    }

    @Test func fieldsAreJoinedAndThoseOfOneConnectionDropped() async throws {
        let seen = Watched<[String: String]>([:])
        let transport = Answering { request in
            seen.update { $0 = request.headerFields.combined }
            return .text("ok")
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            let fields = [
                "X-A: 1", "X-A: 2", "Cookie: a=1", "Cookie: b=2", "Connection: X-Hop", "X-Hop: 1", "TE: trailers",
            ]
            try await client.send("GET / HTTP/1.1\r\nHost: a\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n")
            await client.text(containing: "ok")
            #expect(seen.value == ["X-A": "1, 2", "Cookie": "a=1; b=2"])
            try await client.close()
        }
    }

    @Test func urlHasTheHostThatTheClientNamed() async throws {
        let transport = Answering { .text($0.url?.absoluteString ?? "") }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("GET /a HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            await client.text(containing: "http://shop.example/a")
            try await client.send("OPTIONS * HTTP/1.1\r\nHost: shop.example\r\n\r\n")
            await client.text(containing: "http://shop.example/")
            try await client.close()
        }
    }

    @Test(arguments: Client.all, [0, 1, 30_000_000])
    func uploadArrivesWhole(_ client: Client, count: Int) async throws {
        let transport = Answering { request in
            var arrived = 0
            for try await chunk in try #require(request.body) { arrived += chunk.count }
            return .text("\(arrived)")
        }
        try await StubServer.withServer(serving: transport) { url in
            for body in [HTTPBody.bytes(count), HTTPBody(Data(count: min(count, 1_000_000)))] {
                let response = try await client.send(url, method: "POST", body: body)
                let text = String(decoding: try await response.body.collected(), as: UTF8.self)
                #expect(text == "\(body.length ?? Int64(count))")
            }
        }
    }

    @Test func uploadWaitsForItsReader() async throws {
        let isRead = Watched(false)
        let transport = Answering { request in
            guard request.url?.path == "/" else { return .text("other") }
            await isRead.wait { $0 }
            return .text("\(try await request.body?.collected().count ?? 0) bytes")
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            let count = 64_000_000
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
            client.begin([UInt8](repeating: 65, count: count))
            // More than all buffers between them hold.
            try await Client.usual.passTime(at: url.appending(path: "other"))
            #expect(!client.isWritable)
            isRead.update { $0 = true }
            await client.text(containing: "\(count) bytes")
            try await client.close()
        }
    }

    @Test(arguments: Client.all)
    func bodyOfTheRequestCanBeThatOfTheResponse(_ client: Client) async throws {
        let transport = Answering { TransportResponse(statusCode: 200, body: $0.body ?? HTTPBody(Data())) }
        try await StubServer.withServer(serving: transport) { url in
            let response = try await client.send(url, method: "POST", body: .bytes(3_000_000))
            #expect(try await response.body.collected().count == 3_000_000)
        }
    }

    @Test func unreadUploadIsHarmless() async throws {
        try await StubServer.withServer(serving: Answering(200, [:], "done")) { url in
            let client = try await RawClient.connect(to: url)
            for number in 1...3 {
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nunread")
                await client.text(containing: "\r\n\r\ndone", times: number)
            }
            #expect(!client.text.contains("400"))
            try await client.close()
        }
    }

    @Test func lateReaderOfARequestBodyGetsNoBytesOfTheNextRequest() async throws {
        let late = Watched<[String]>([])
        let transport = Answering { request in
            guard let body = request.body else { return .text("second") }
            Task {
                do {
                    for try await chunk in body { late.update { $0.append(String(decoding: chunk, as: UTF8.self)) } }
                    late.update { $0.append("end") }
                } catch {
                    late.update { $0.append("error") }
                }
            }
            await late.wait { !$0.isEmpty }
            return .text("first")
        }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab")
            await client.text(containing: "first")
            try await client.send("cdGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await client.text(containing: "second")
            await late.wait { $0.count > 1 }
            // What is left of its own body it may get, if it was waiting for that already.
            let outcomes = [["ab", "error"], ["ab", "cd", "error"], ["ab", "cd", "end"]]
            #expect(outcomes.contains(late.value))
            try await client.close()
        }
    }

    @Test func truncatedUploadIsIncomplete() async throws {
        let outcome = Watched("")
        let transport = Answering { request in
            do {
                let count = try await request.body?.collected().count ?? 0
                outcome.update { $0 = "whole: \(count)" }
            } catch {
                outcome.update { $0 = "cut" }
            }
            return .text("")
        }
        try await StubServer.withServer(serving: transport) { url in
            for framing in ["Content-Length: 100\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"] {
                outcome.update { $0 = "" }
                let client = try await RawClient.connect(to: url)
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\n\(framing)")
                try await client.close()
                await outcome.wait { !$0.isEmpty }
                #expect(outcome.value == "cut")
            }
        }
    }

    @Test func clientThatExpectsContinueGetsIt() async throws {
        let transport = Answering { .text("\(try await $0.body?.collected().count ?? 0) bytes") }
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            await client.text(containing: "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("abc")
            await client.text(containing: "3 bytes")
            try await client.close()
        }
    }
}
#endif
