#if Tools && (os(macOS) || os(Linux))
import Foundation
import TalynStubServer
import Testing
import TestSupport

/// What clients get to see of what a transport throws.
@Suite(.sockets) struct ServedFaultTests {
    @Test(
        arguments: Client.all,
        [
            TransportError.Kind.cannotConnect, .secureConnectionFailed, .notConnected, .connectionLost, .timedOut,
            .deadlineExceeded, .cancelled,
        ]
    )
    func connectionIsClosedBeforeAnyByte(_ client: Client, kind: TransportError.Kind) async throws {
        try await StubServer.withServer(serving: Answering { _ in throw TransportError(kind) }) { url in
            #expect(await client.failure(url) == .connectionLost)
            let raw = try await RawClient.connect(to: url)
            try await raw.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await raw.end().text == "")
        }
    }

    @Test(arguments: Client.all)
    func invalidResponseIsOne(_ client: Client) async throws {
        try await StubServer.withServer(serving: Answering { _ in throw TransportError(.invalidResponse) }) { url in
            #expect(await client.failure(url) == .invalidResponse)
            let raw = try await RawClient.connect(to: url)
            try await raw.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await raw.end().text == "This is not HTTP.\r\n\r\n")
        }
    }

    @Test(arguments: Client.all)
    func redirectsNeverEnd(_ client: Client) async throws {
        try await StubServer.withServer(serving: Answering { _ in throw TransportError(.tooManyRedirects) }) { url in
            #expect(await client.failure(url.appending(path: "a")) == .tooManyRedirects)
            let body = HTTPBody(Data("again".utf8))
            #expect(await client.failure(url.appending(path: "a"), method: "POST", body: body) == .tooManyRedirects)
        }
    }

    @Test(arguments: [TransportError.Kind.connectionLost, .timedOut, .other])
    func connectionIsResetInTheBody(_ kind: TransportError.Kind) async throws {
        // A reset overtakes what the client has not read yet.
        let isRead = Watched(false)
        let transport = Answering { _ in
            let body = HTTPBody(length: 100, isReplayable: false) {
                var isFirst = true
                return {
                    guard isFirst else {
                        await isRead.wait { $0 }
                        throw TransportError(kind)
                    }
                    isFirst = false
                    return Data("0123456789".utf8)
                }
            }
            return TransportResponse(statusCode: 200, body: body)
        }
        try await StubServer.withServer(serving: transport) { url in
            let raw = try await RawClient.connect(to: url)
            try await raw.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await raw.text(containing: "0123456789")
            isRead.update { $0 = true }
            let end = await raw.end()
            #expect(end.isReset)
            #expect(end.text.hasSuffix("\r\n\r\n0123456789"))
            for client in Client.all { #expect(await client.failure(url) == .connectionLost) }
        }
    }

    struct Unstubbed: LocalizedError {
        var errorDescription: String? { "Nothing answers GET /a." }
        var recoverySuggestion: String? { "Stub it." }
    }

    enum Secret: Error {
        case token(String)
    }

    @Test(arguments: Client.all)
    func otherErrorIsSaid(_ client: Client) async throws {
        try await StubServer.withServer(serving: Answering { _ in throw Unstubbed() }) { url in
            let response = try await client.send(url)
            #expect(response.statusCode == 501)
            #expect(response.headerFields[.contentType] == "text/plain; charset=utf-8")
            let text = String(decoding: try await response.body.collected(), as: UTF8.self)
            #expect(text == "Nothing answers GET /a. Stub it.\n")
            // Such an error says nothing about the connection.
            let raw = try await RawClient.connect(to: url)
            try await raw.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await raw.text(containing: "Stub it.")
            try await raw.close()
        }
    }

    @Test func errorWithoutATextIsShownByItsCase() async throws {
        let transport = Answering { _ in throw Secret.token("s3cr3t") }
        try await StubServer.withServer(serving: transport) { url in
            let text = try await Client.usual.text(url)
            #expect(text == "token\n")
        }
    }
}
#endif
