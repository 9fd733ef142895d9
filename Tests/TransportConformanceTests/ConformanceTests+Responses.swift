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
    @Suite(.serialized) struct Responses {
        // MARK: Statuses

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func statusIsThatOfTheServer(_ transport: TransportUnderTest) async throws {
            let statuses = [
                200, 201, 202, 203, 204, 205, 206, 226, 300, 304, 306, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409,
                410, 413, 418, 421, 425, 429, 431, 451, 499, 500, 501, 502, 503, 504, 511, 599,
            ]
            try await HTTPBinServer.withServer { baseURL in
                for status in statuses {
                    let response = try await transport.call(Probe(baseURL, "/status/\(status)"))
                    #expect(response.statusCode == status)
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func everyStatusComesBackOnOneConnection(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                let status = Int(request.target.dropFirst()) ?? 0
                return [.answer(status, [:], [204, 304].contains(status) ? "" : "body of \(status)")]
            }
            try await FaultServer.withServer(script: script) { server in
                for status in 200...599 {
                    let response = try await transport.call(Probe(server.baseURL, "/\(status)"))
                    #expect(response.statusCode == status)
                    #expect(response.url?.path == "/\(status)")
                    // Foundation on Linux drops the body of a redirect that leads nowhere.
                    if !transport.isURLSession || ![301, 302, 303, 305, 306, 307, 308].contains(status) {
                        let text = [204, 304].contains(status) ? "" : "body of \(status)"
                        #expect(response.data == Data(text.utf8))
                    }
                }
                // libcurl opens another connection if a call comes before it has put the last one away.
                #expect(server.connectionCount < (transport.isURLSession ? 20 : 2))
            }
        }

        @Test(arguments: TransportUnderTest.allAndStub, [200, 204, 299, 300, 301, 304, 404, 500, 599])
        func answerIsTheSameFromServerAndStub(_ transport: TransportUnderTest, status: Int) async throws {
            let answer = Answer(status: status, fields: [("X-One", "1"), ("ETag", "\"a\"")])
            let response = try await transport.response(answering: answer)
            #expect(response.statusCode == status)
            #expect(response.headerFields[.eTag] == "\"a\"")
            #expect(response.httpURLResponse?.value(forHTTPHeaderField: "x-one") == "1")
            #expect(response.httpURLResponse?.statusCode == status)
            #expect(response.data.isEmpty)
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func demandForCredentialsIsAResponse(_ transport: TransportUnderTest) async throws {
            try await HTTPBinServer.withServer { baseURL in
                let refused = try await transport.call(Probe(baseURL, "/basic-auth/ada/secret"))
                #expect(refused.statusCode == 401)
                #expect(refused.headerFields[.wwwAuthenticate] == #"Basic realm="Fake Realm""#)
                let wrong = Probe(baseURL, "/basic-auth/ada/secret", headers: ["Authorization": "Basic AAAA"])
                #expect(try await transport.call(wrong).statusCode == 401)
                let credentials = "Basic " + Data("ada:secret".utf8).base64EncodedString()
                let right = Probe(baseURL, "/basic-auth/ada/secret", headers: ["Authorization": credentials])
                #expect(try await transport.call(right).decode(String.self, atKeyPath: "user") == "ada")
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func interimResponsesAreSkipped(_ transport: TransportUnderTest) async throws {
            let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nX-Two: 1\r\n\r\n"
            let script: FaultServer.Script = { _ in [.send(interim), .answer(201, ["X-One": "1"], "created")] }
            let response = try await FaultServer.withServer(script: script) { server in
                try await transport.call(Probe(server.baseURL, "/"))
            }
            #expect(response.statusCode == 201)
            #expect(response.data == Data("created".utf8))
            #expect(response.httpURLResponse?.value(forHTTPHeaderField: "X-One") == "1")
        }

        // MARK: Header fields

        @Test(arguments: TransportUnderTest.allAndStub)
        func repeatedFieldsAreAllThere(_ transport: TransportUnderTest) async throws {
            let fields = [("X-One", "a"), ("X-Two", "b"), ("X-One", "c, d")]
            let response = try await transport.response(answering: Answer(fields: fields))
            let name = try #require(HTTPField.Name("X-One"))
            let values = response.headerFields[values: name]
            let joined = response.httpURLResponse?.value(forHTTPHeaderField: "X-One")
            #expect(joined == "a, c, d")
            // Foundation joins the fields before anybody can see them.
            #expect(values == (transport.joinsFields ? ["a, c, d"] : ["a", "c, d"]))
        }

        @Test(arguments: TransportUnderTest.all)
        func everyCookieIsThere(_ transport: TransportUnderTest) async throws {
            let cookies = ["a=1; Max-Age=0; Path=/x", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/x"]
            let answer = Answer(fields: cookies.map { ("Set-Cookie", $0) })
            let response = try await transport.response(answering: answer)
            let values = response.headerFields[values: .setCookie]
            #expect(values.joined(separator: ", ") == cookies.joined(separator: ", "))
            if !transport.joinsFields { #expect(values == cookies) }
        }

        @Test(arguments: TransportUnderTest.all)
        func cookieIsNotSentBackUnasked(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.answer(200, ["Set-Cookie": "talyn=unasked; Path=/cookies"])] }
            try await FaultServer.withServer(script: script) { server in
                for _ in 1...2 { _ = try await transport.call(Probe(server.baseURL, "/cookies")) }
                #expect(server.requests.map { $0.header("Cookie") } == [[], []])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func fieldValuesAreTrimmedAndOtherwiseUnchanged(_ transport: TransportUnderTest) async throws {
            // Foundation on Linux doesn't accept a field without a space after its colon.
            let space = transport.isURLSession ? " " : ""
            let fields = "X-One:\t a  b \t\r\nX-Colon:\(space)a:b\r\nX-Empty:\r\nContent-Length: 0\r\n"
            let head = "HTTP/1.1 200 OK\r\n\(fields)\r\n"
            let response = try await FaultServer.withServer(script: { _ in [.send(head)] }) { server in
                try await transport.call(Probe(server.baseURL, "/"))
            }
            for (name, value) in ["X-One": "a  b", "X-Colon": "a:b", "X-Empty": ""] {
                let name = try #require(HTTPField.Name(name))
                #expect(response.headerFields[name] == value, "\(name)")
            }
        }
    }
}
