#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Reports about other clients whose server answers an upload before its end (RFC 9112, section 9.5).
@Suite(.serialized, .sockets) struct ReportedUploadTests {
    private static func provider() throws -> Provider<Probe> {
        Provider(transport: try AsyncHTTPClientTransport(options: TransportOptions()))
    }

    /// A body that goes to the connection in one piece, and one that is streamed.
    private static let bodies: [String: RequestBody] = [
        "in one piece": .data(Data(count: 60_000)),
        "streamed": .multipart([MultipartPart(content: .data(Data(count: 20_000_000)), name: "a")]),
    ]

    /// The server answers at the head and reads no more. It closes when the client does.
    @Test(
        .bug("https://github.com/square/okhttp/issues/1001", "Early 403 with Connection: close"),
        arguments: ["200", "403", "413"],
        bodies.keys.sorted()
    )
    func responseBeforeTheEndOfAnUploadIsTheResponse(status: String, body: String) async throws {
        let response = "HTTP/1.1 \(status) X\r\nConnection: close\r\nContent-Length: 5\r\n\r\nearly"
        try await FaultServer.withServer(readsBody: false, script: { _ in [.send(response)] }) { server in
            let probe = Probe(server.baseURL, "/", .put, body: try #require(Self.bodies[body]))
            let answer = try await Self.provider().request(probe)
            #expect(answer.statusCode == Int(status))
            #expect(try answer.decode(String.self) == "early")
        }
    }

    /// The server closes with unread bytes, so that its system resets the connection behind the response.
    @Test(
        .bug("https://github.com/psf/requests/issues/2422", "Broken pipe Exception"),
        .bug("https://github.com/httpie/cli/issues/600", "The content of a response is not returned on 413"),
        arguments: bodies.keys.sorted()
    )
    func responseBeforeAResetIsTheResponse(_ body: String) async throws {
        let response = "HTTP/1.1 413 X\r\nConnection: close\r\nContent-Length: 5\r\n\r\nearly"
        try await FaultServer.withServer(readsBody: false, script: { _ in [.send(response), .close] }) { server in
            let provider = try Self.provider()
            let probe = Probe(server.baseURL, "/", .put, body: try #require(Self.bodies[body]))
            for _ in 0..<10 {
                let answer = try await provider.request(probe)
                #expect(answer.statusCode == 413)
                #expect(try answer.decode(String.self) == "early")
            }
        }
    }

    /// After a final response the server would take the next request for content, or the content for a request.
    @Test(.bug("https://github.com/square/okhttp/issues/3252", "Expect 100-continue and connection reuse"))
    func connectionIsNotUsedAgainWithContentThatWasNotSent() async throws {
        let script: FaultServer.Script = { request in
            request.method == "PUT" ? [.answer(401, [:], "no")] : [.answer(200, [:], "good")]
        }
        try await FaultServer.withServer(readsBody: false, script: script) { server in
            let provider = try Self.provider()
            let headers = ["Expect": "100-continue"]
            let body = try #require(Self.bodies["streamed"])
            let first = try await provider.request(Probe(server.baseURL, "/", .put, headers: headers, body: body))
            #expect(first.statusCode == 401)
            let next = try await provider.request(Probe(server.baseURL))
            #expect(try next.decode(String.self) == "good")
            #expect(server.connectionCount == 2)
        }
    }

    @Test(
        .bug("https://github.com/dotnet/corefx/pull/30102", "Expect: 100-continue without content"),
        arguments: [nil, Data("a".utf8)]
    )
    func interimResponseIsPassedOverWithAndWithoutContent(_ body: Data?) async throws {
        let script: FaultServer.Script = { _ in [.send("HTTP/1.1 100 Continue\r\n\r\n"), .answer(200, [:], "ok")] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for _ in 0..<3 {
                let probe = Probe(server.baseURL, "/", .post, headers: ["Expect": "100-continue"], body: body)
                #expect(try await provider.request(probe).decode(String.self) == "ok")
            }
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
