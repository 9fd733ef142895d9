#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import Testing
import TestSupport

/// Requests that someone made to do harm.
@Suite(.sockets) struct HostileRequestTests {
    private let seen = Watched<[String]>([])

    private var transport: Answering {
        Answering { [seen] request in
            let body = try await request.body?.collected() ?? Data()
            let url = request.url
            seen.update {
                $0.append("\(request.method.rawValue) \(url?.absoluteString ?? "") \(body.count)")
            }
            return .text("answered")
        }
    }

    /// What the server sends until the end of the connection, which the client asks for.
    private func answer(_ bytes: String, at url: URL) async throws -> String {
        let client = try await RawClient.connect(to: url)
        try await client.send(bytes)
        return await client.end().text
    }

    private func expectToServe(at url: URL) async throws {
        let answer = try await answer("GET /alive HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", at: url)
        #expect(answer.hasSuffix("answered"))
    }

    @Test(arguments: ["CONNECT example.com:443", "CONNECT /", "CONNECT *"])
    func tunnelsAreRefused(start: String) async throws {
        try await StubServer.withServer(serving: transport) { url in
            let answer = try await answer(
                "\(start) HTTP/1.1\r\nHost: example.com\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
                at: url
            )
            let status = answer.prefix { $0 != "\r\n" }
            #expect(status == "HTTP/1.1 501 Not Implemented" || status == "HTTP/1.1 400 Bad Request", "\(answer)")
            #expect(answer.lowercased().contains("connection: close"))
            #expect(seen.value.isEmpty)
            try await expectToServe(at: url)
        }
    }

    @Test func aTunnelIsRefusedWithAReason() async throws {
        let served = Watched<[ServedRequest]>([])
        var options = StubServer.Options()
        options.onRequest = { request in served.update { $0.append(request) } }
        try await StubServer.withServer(serving: transport, options: options) { url in
            let answer = try await answer("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", at: url)
            #expect(answer.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
            #expect(answer.contains("The server opens no tunnels."))
            await served.wait { !$0.isEmpty }
            #expect(served.value.first?.statusCode == 501)
            #expect(served.value.first?.failure?.contains("tunnel") == true)
        }
    }

    @Test(arguments: [
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "-1", "+1",
        "0x1",
        "1 1", "1,1", "",
    ])
    func lengthsThatNoBodyCanHaveAreRefused(length: String) async throws {
        try await StubServer.withServer(serving: transport) { url in
            let answer = try await answer("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nx", at: url)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
            #expect(seen.value.isEmpty)
            try await expectToServe(at: url)
        }
    }

    /// Requests whose end is in doubt, each with another one hidden in it.
    private static let smuggled = [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Content-Length: 0\r\nContent-Length: 40\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdefGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Content-Length : 0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "X: a\r\n b\r\nContent-Length: 0\rGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
        "X\u{0}: a\r\n\r\nGET /hidden HTTP/1.1\r\nHost: a\r\n\r\n",
    ]

    @Test(arguments: smuggled)
    func aRequestWithinAnotherIsNotServed(rest: String) async throws {
        try await StubServer.withServer(serving: transport) { url in
            let answer = try await answer("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(rest)", at: url)
            #expect(!seen.value.contains { $0.contains("/hidden") }, "\(seen.value)")
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count <= 2, "\(answer)")
            try await expectToServe(at: url)
        }
    }

    @Test(arguments: [
        "Host: a\r\nHost: b", "Host: ", "Host: a b", "Host: user:pw@evil", "Host: evil/path", "Host: evil?x",
        "Host: evil#x",
        "Host: [::1", "Host: a:99999999", "Host: \\evil", "Host: a\u{FF}", "Host: a,b", "X-Forwarded-Host: evil",
    ])
    func requestsHaveTheBaseURLForAnyHost(host: String) async throws {
        var options = StubServer.Options()
        options.baseURLs = [URL(string: "https://api.example.com/v1")].compactMap { $0 }
        try await StubServer.withServer(serving: transport, options: options) { url in
            for target in ["/x", "//evil/x", "http://evil/x", "/..//x", "*", "/x%00", "/%2e%2e/x"] {
                let request = "GET \(target) HTTP/1.1\r\n\(host)\r\nConnection: close\r\n\r\n"
                let answer = try await answer(request, at: url)
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "))
            }
            for request in seen.value { #expect(request.hasPrefix("GET https://api.example.com/v1/"), "\(request)") }
            try await expectToServe(at: url)
        }
    }

    @Test(arguments: ["", "Cookie: " + String(repeating: "a; ", count: 25_000) + "\r\n"])
    func veryManyHeaderFieldsAreRefused(first: String) async throws {
        try await StubServer.withServer(serving: transport) { url in
            let client = try await RawClient.connect(to: url)
            client.begin(Array("GET / HTTP/1.1\r\nHost: a\r\n\(first)".utf8))
            client.begin(Array(String(repeating: "a:\r\n", count: 70_000).utf8))
            client.begin(Array("\r\n".utf8))
            // The server may reset the connection, of which the client has not read all.
            let answer = await client.end().text
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
            #expect(seen.value.isEmpty)
            try await expectToServe(at: url)
        }
    }

    @Test func aResponseOfVeryManyHeaderFieldsIsNotServed() async throws {
        var fields = HTTPFields()
        for _ in 0..<65_534 { fields.append(HTTPField(name: .accept, value: "")) }
        try await StubServer.withServer(serving: Answering(200, fields)) { url in
            let answer = try await answer("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", at: url)
            #expect(answer.hasPrefix("HTTP/1.1 501 Not Implemented\r\n"))
            #expect(answer.contains("The message has more than 10000 header fields."))
        }
    }
}
#endif
