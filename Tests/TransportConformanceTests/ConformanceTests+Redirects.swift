import Foundation
import HTTPBin
import TalynURLSession
import TestSupport
import Testing

@testable import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ConformanceTests {
    @Suite(.serialized) struct Redirects {
        /// A redirect, and how the request goes on (RFC 9110, section 15.4).
        struct Case: CustomTestStringConvertible, Sendable {
            let status: Int
            let method: String
            let next: String
            let keepsBody: Bool

            init(_ status: Int, _ method: String, _ next: String, keepsBody: Bool = false) {
                self.status = status
                self.method = method
                self.next = next
                self.keepsBody = keepsBody
            }

            var testDescription: String { "\(status) \(method)" }
        }

        private static let cases = [
            Case(301, "POST", "GET"), Case(302, "POST", "GET"), Case(303, "POST", "GET"), Case(303, "PUT", "GET"),
            Case(303, "DELETE", "GET"), Case(307, "POST", "POST", keepsBody: true),
            Case(308, "POST", "POST", keepsBody: true), Case(301, "PUT", "PUT", keepsBody: true),
            Case(302, "PATCH", "PATCH", keepsBody: true), Case(307, "DELETE", "DELETE", keepsBody: true),
            Case(301, "GET", "GET"), Case(302, "HEAD", "HEAD"), Case(303, "HEAD", "HEAD"), Case(308, "GET", "GET"),
        ]

        /// The body has no length, and its connection stays open. URLSession on Linux tells the head of a redirect at its end.
        @Test(arguments: TransportUnderTest.all.filter { !$0.isURLSession })
        func redirectIsFollowedAtItsHead(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                guard request.target == "/from" else { return [.answer()] }
                return [.send("HTTP/1.1 302 Found\r\nLocation: /to\r\n\r\nbody"), .hang]
            }
            try await FaultServer.withServer(script: script) { server in
                let response = try await transport.call(Probe(server.baseURL, "/from"))
                #expect(response.url?.path == "/to")
                await server.connectionsClosed(atLeast: 1)
            }
        }

        /// The location has a byte of Latin-1, which some clients can't keep.
        @Test(arguments: TransportUnderTest.all)
        func locationInLatin1LeadsToItsBytesOrFails(_ transport: TransportUnderTest) async throws {
            let start = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /caf"
            let head = Array(start.utf8) + [0xE9] + Array("\r\n\r\n".utf8)
            let script: FaultServer.Script = { $0.target == "/from" ? [.sendBytes(head)] : [.answer()] }
            try await FaultServer.withServer(script: script) { server in
                let result = await Result { () async throws(TalynError) in
                    try await transport.provider().request(Probe(server.baseURL, "/from"))
                }
                switch result {
                case .success(let response):
                    #expect(response.statusCode == 302 || server.requests.last?.target == "/caf%E9")
                case .failure(let error): #expect(error.transportError?.kind == .invalidResponse)
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, cases)
        func methodAndBodyAreKeptOrDropped(_ transport: TransportUnderTest, redirect: Case) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/from" ? [.answer(redirect.status, ["Location": "/to"])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                let method = try #require(HTTPRequest.Method(rawValue: redirect.method))
                let hasBody = !["GET", "HEAD"].contains(redirect.method)
                let probe = Probe(
                    server.baseURL,
                    "/from",
                    method,
                    headers: hasBody ? ["Content-Type": "text/plain", "X-One": "1"] : ["X-One": "1"],
                    body: hasBody ? Data("content".utf8) : nil
                )
                let response = try await transport.call(probe)
                #expect(response.statusCode == 200)
                #expect(response.url?.absoluteString == server.baseURL.absoluteString + "/to")
                let request = server.requests[1]
                #expect(request.requestLine == "\(redirect.next) /to HTTP/1.1")
                #expect(request.body == (redirect.keepsBody ? Array("content".utf8) : []))
                #expect(request.header("Content-Type") == (redirect.keepsBody ? ["text/plain"] : []))
                #expect(request.header("X-One") == ["1"])
                #expect(server.requests.count == 2)
            }
        }

        private static let locations = [
            "/to": "/to", "to": "/a/to", "../to": "/to", "?q=1": "/a/from?q=1", "./to?x=%2F&y=a+b": "/a/to?x=%2F&y=a+b",
            "/to#part": "/to", "/to there": "/to%20there", "/%2e": "/%2e",
        ]

        @Test(arguments: TransportUnderTest.all, locations.keys.sorted())
        func locationMayBeRelative(_ transport: TransportUnderTest, location: String) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/a/from" ? [.answer(302, ["Location": location])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                _ = try await transport.call(Probe(server.baseURL, "/a/from"))
                #expect(server.requests.map(\.target) == ["/a/from", Self.locations[location]])
            }
        }

        @Test(arguments: TransportUnderTest.all, ["http:", ""])
        func locationMayNameAnotherServer(_ transport: TransportUnderTest, scheme: String) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(200, [:], "there")] }) { second in
                let location = "\(scheme)//127.0.0.1:\(second.port)/to"
                try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { first in
                    let response = try await transport.call(Probe(first.baseURL, "/from"))
                    #expect(try response.decode(String.self) == "there")
                    #expect(response.url?.absoluteString == "http://127.0.0.1:\(second.port)/to")
                    #expect(second.requests.first?.header("Host") == ["127.0.0.1:\(second.port)"])
                }
            }
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func chainOfRedirectsIsFollowed(_ transport: TransportUnderTest) async throws {
            try await HTTPBinServer.withServer { baseURL in
                let response = try await transport.call(Probe(baseURL, "/redirect/20"))
                #expect(response.statusCode == 200)
                #expect(response.url?.path == "/get")
                #expect(await transport.failure(of: Probe(baseURL, "/redirect/21")) == .tooManyRedirects)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func circleOfRedirectsEnds(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": "/"], "again")] }) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .tooManyRedirects)
                #expect(server.requests.count == 21)
            }
        }

        @Test(arguments: TransportUnderTest.all, [300, 304, 305, 306])
        func otherStatusesWithALocationAreNotFollowed(_ transport: TransportUnderTest, status: Int) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(status, ["Location": "/to"])] }) { server in
                let response = try await transport.call(Probe(server.baseURL, "/"))
                #expect(response.statusCode == status)
                #expect(response.headerFields[.location] == "/to")
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all, [301, 302, 303, 307, 308])
        func redirectWithoutLocationIsTheResponse(_ transport: TransportUnderTest, status: Int) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(status, ["X-One": "1"])] }) { server in
                let response = try await transport.call(Probe(server.baseURL, "/", .post, body: Data("a".utf8)))
                #expect(response.statusCode == status)
                #expect(response.httpURLResponse?.value(forHTTPHeaderField: "X-One") == "1")
                #expect(server.requests.count == 1)
            }
        }

        @Test(
            arguments: TransportUnderTest.all,
            ["ftp://127.0.0.1/", "mailto:a@b.c", "file:///etc/passwd", "http+unix://%2Ftmp/"]
        )
        func redirectToSomethingElseThanHTTPFails(_ transport: TransportUnderTest, location: String) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .unsupportedURL)
            }
        }
    }
}
