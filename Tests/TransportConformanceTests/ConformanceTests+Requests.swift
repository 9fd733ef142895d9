import Foundation
import HTTPBin
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct Requests {
        // MARK: Methods

        @available(Hummingbird, *)
        @Test(
            .enabled(if: HTTPBinServer.isBuilt),
            arguments: TransportUnderTest.all,
            [.get, .post, .put, .patch, .delete] as [HTTPRequest.Method]
        )
        func methodReachesTheServer(_ transport: TransportUnderTest, method: HTTPRequest.Method) async throws {
            let response = try await HTTPBinServer.withServer { baseURL in
                try await transport.call(Probe(baseURL, "/anything", method))
            }
            #expect(response.statusCode == 200)
            #expect(try response.decode(String.self, atKeyPath: "method") == method.rawValue)
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func headHasNoBody(_ transport: TransportUnderTest) async throws {
            let response = try await HTTPBinServer.withServer { baseURL in
                try await transport.call(Probe(baseURL, "/anything", .head))
            }
            #expect(response.statusCode == 200)
            #expect(response.headerFields[.contentType] == "application/json")
            #expect(response.data.isEmpty)
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func optionsTellsTheMethods(_ transport: TransportUnderTest) async throws {
            let response = try await HTTPBinServer.withServer { baseURL in
                try await transport.call(Probe(baseURL, "/post", .options))
            }
            #expect(response.headerFields[.allow]?.contains("POST") == true)
        }

        @Test(arguments: TransportUnderTest.all, ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PURGE", "M-SEARCH"])
        func requestLineHasMethodTargetAndVersion(_ transport: TransportUnderTest, method: String) async throws {
            let lines = try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let method = try #require(HTTPRequest.Method(rawValue: method))
                _ = try await transport.call(Probe(server.baseURL, "/a/b", method, query: ["c": "d"]))
                return server.requests.map(\.requestLine)
            }
            #expect(lines == ["\(method) /a/b?c=d HTTP/1.1"])
        }

        // MARK: Header fields

        @Test(arguments: TransportUnderTest.all)
        func headerFieldsAreSentOnceAndUnchanged(_ transport: TransportUnderTest) async throws {
            let fields = [
                "Accept": "application/json;q=0.9, */*", "Authorization": "Bearer abc+/==",
                "User-Agent": "probe/1 (a; b)", "X-Colon": "a: b: c", "X-Empty": "", "X-Quoted": #""a\"b", 'c'"#,
                "X-Unicode": "naïve 日本",
            ]
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await transport.call(Probe(server.baseURL, "/", headers: fields))
                let request = try #require(server.requests.first)
                for (name, value) in fields { #expect(request.header(name) == [value], "\(name)") }
                #expect(request.header("Host") == ["127.0.0.1:\(server.port)"])
                #expect(request.header("Transfer-Encoding") == [])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func defaultHeaderFieldsGiveWay(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await transport.call(Probe(server.baseURL, "/"))
                _ = try await transport.call(Probe(server.baseURL, "/", headers: ["user-agent": "u", "ACCEPT": "a/b"]))
                let requests = server.requests
                #expect(requests[0].header("User-Agent").count == 1)
                #expect(requests[1].header("User-Agent") == ["u"])
                #expect(requests[1].header("Accept") == ["a/b"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func userInformationBecomesAHeaderField(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let baseURL = try #require(URL(string: "http://ada:s%40cret@127.0.0.1:\(server.port)/v1"))
                _ = try await transport.call(Probe(baseURL, "/users"))
                let request = try #require(server.requests.first)
                #expect(request.requestLine == "GET /v1/users HTTP/1.1")
                #expect(request.header("Host") == ["127.0.0.1:\(server.port)"])
                #expect(request.header("Authorization") == ["Basic " + Data("ada:s@cret".utf8).base64EncodedString()])
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub, ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\u{0}b"])
        func lineBreakInAHeaderFieldIsNotSent(_ transport: TransportUnderTest, value: String) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.provider(plugins: [Breaking(value: value)]).request(Probe(server.baseURL, "/"))
                }
                #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "X-One"))
                #expect(server.connectionCount == 0)
            }
        }

        /// A field of a target is made of its type, which has no line breaks.
        @Test(arguments: TransportUnderTest.allAndStub, ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\u{0}b"])
        func lineBreakInAHeaderFieldOfATargetIsNotSent(_ transport: TransportUnderTest, value: String) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let response = try await transport.call(Probe(server.baseURL, "/", headers: ["X-One": value]))
                let fields = response.request?.headerFields.combined ?? [:]
                #expect(fields.count == 1)
                let scalars = fields.values.joined().unicodeScalars
                #expect(!scalars.contains { ["\r", "\n", "\0"].contains($0) })
                #expect(server.requests.allSatisfy { $0.header("X-Evil") == [] })
            }
        }

        private struct Breaking: RequestAdapter {
            let value: String

            func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
                try request.setCredential(value, for: HTTPField.Name("X-One")!)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func lineBreakIsNotSentWithoutAProviderEither(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                var field = OutgoingRequest(url: server.baseURL)
                field.headerFields["X-One"] = "a\r\nX-Evil: 1"
                // HTTPTypes makes no name and no method with a line break.
                _ = try? await transport.send(field)
                #expect(!server.requests.contains { $0.headers.contains { $0.name.contains("X-Evil") } })
            }
        }
    }
}
