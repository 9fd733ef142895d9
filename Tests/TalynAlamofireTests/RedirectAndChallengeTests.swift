#if Alamofire
import Alamofire
import Foundation
import HTTPTypes
import Talyn
import TalynAlamofire
import TalynURLSession
import Testing
import TestSupport
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension AlamofireTransportTests {
    /// Redirects and challenges, and the credentials that they must not take to another origin.
    @Suite struct RedirectAndChallengeTests {
        @Test func redirectHandlerOfTheSessionDecides() async throws {
            let script: FaultServer.Script = { request in
                request.target == "/" ? [.answer(302, "moved", fields: ["Location: /there"])] : [.answer(200, "there")]
            }
            try await FaultServer.withServer(script: script) { server in
                let following = try await Provider<Call>(transport: AlamofireTransport.with())
                    .request(Call(server.baseURL))
                #expect(try following.decode(String.self) == "there")
                #expect(following.url?.path == "/there")
                let staying = try await Provider<Call>(
                    transport: AlamofireTransport.with(redirectHandler: Redirector.doNotFollow)
                ).request(Call(server.baseURL))
                #expect(staying.statusCode == 302)
            }
        }

        @Test func credentialAnswersAChallenge() async throws {
            let script: FaultServer.Script = { request in
                request.header("Authorization").isEmpty
                    ? [.answer(401, "who?", fields: [#"WWW-Authenticate: Basic realm="test""#])]
                    : [.answer(200, request.header("Authorization")[0])]
            }
            try await FaultServer.withServer(script: script) { server in
                let provider = Provider<Call>(transport: AlamofireTransport.with(), plugins: [Authenticating()])
                let text = try await provider.request(Call(server.baseURL), as: String.self)
                #expect(text == "Basic \(Data("ada:lovelace".utf8).base64EncodedString())")
            }
        }

        @Test(arguments: [0, 1])
        func challengeThatStaysIsTheResponse(credentials: Int) async throws {
            let script: FaultServer.Script = { _ in
                [.answer(401, "who?", fields: [#"WWW-Authenticate: Basic realm="test""#])]
            }
            try await FaultServer.withServer(script: script) { server in
                let plugins = Array(repeating: Authenticating(), count: credentials)
                let response = try await Provider<Call>(transport: AlamofireTransport.with(), plugins: plugins)
                    .request(Call(server.baseURL))
                #expect(response.statusCode == 401)
                #expect(response.data == Data("who?".utf8))
                #expect(server.requests.count == 1 + credentials)
            }
        }

        // MARK: Credentials

        @Test(arguments: [302, 307])
        func credentialsStayWithTheirOrigin(status: Int) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = "Location: \(second.baseURL.absoluteString)/to"
                try await FaultServer.withServer(script: { _ in [.answer(status, "", fields: [location])] }) { first in
                    let transport = AlamofireTransport.with(headers: ["X-Session-Token": "s", "X-Language": "s"])
                    let provider = Provider<Call>(transport: transport, plugins: [Authenticating(), Keyed()])
                    _ = try await provider.request(.withCredentials(first.baseURL))
                    let names = ["Authorization", "Cookie", "X-Api-Key", "X-Customer", "X-Session-Token"]
                    let sent = try #require(first.requests.first)
                    #expect(names.allSatisfy { sent.header($0).count == 1 })
                    let request = try #require(second.requests.first)
                    #expect(names.flatMap { request.header($0) } == [])
                    #expect(request.header("X-One") == ["1"])
                    #expect(request.header("X-Language") == ["s"])
                }
            }
        }

        @Test func credentialsDoNotComeBackFromAnotherOrigin() async throws {
            let ports = Watched([Int]())
            let script: FaultServer.Script = { request in
                guard request.target != "/back" else { return [.answer()] }
                let there = request.target == "/"
                let location = "http://127.0.0.1:\(ports.value[there ? 1 : 0])/\(there ? "to" : "back")"
                return [.answer(302, "", fields: ["Location: \(location)"])]
            }
            try await FaultServer.withServer(script: script) { first in
                try await FaultServer.withServer(script: script) { second in
                    ports.update { $0 = [first.port, second.port] }
                    _ = try await Provider<Call>(transport: AlamofireTransport.with())
                        .request(.withCredentials(first.baseURL))
                    #expect(first.requests.map { $0.header("Authorization") } == [["Bearer secret"], []])
                    #expect(second.requests.map { $0.header("Authorization") } == [[]])
                }
            }
        }

        @Test func credentialsAreKeptOnTheSameOrigin() async throws {
            let script: FaultServer.Script = { request in
                request.target == "/" ? [.answer(302, "", fields: ["Location: /to"])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                _ = try await Provider<Call>(transport: AlamofireTransport.with(), plugins: [Keyed()])
                    .request(.withCredentials(server.baseURL))
                #expect(server.requests.map { $0.header("Authorization") } == [["Bearer secret"], ["Bearer secret"]])
                #expect(server.requests.map { $0.header("X-Customer") } == [["k"], ["k"]])
            }
        }

        @Test func redirectHandlerOfTheSessionCanAddACredentialOnPurpose() async throws {
            let handler = Redirector.modify { _, request, _ in
                var request = request
                if request.value(forHTTPHeaderField: "X-Api-Key") == nil {
                    request.setValue("new", forHTTPHeaderField: "X-Api-Key")
                }
                return request
            }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = "Location: \(second.baseURL.absoluteString)/to"
                try await FaultServer.withServer(script: { _ in [.answer(302, "", fields: [location])] }) { first in
                    let transport = AlamofireTransport.with(redirectHandler: handler)
                    _ = try await Provider<Call>(transport: transport).request(.withCredentials(first.baseURL))
                    #expect(second.requests.first?.header("X-Api-Key") == ["new"])
                    #expect(second.requests.first?.header("Authorization") == [])
                }
            }
        }

        @Test func passwordDoesNotAnswerTheChallengeOfAnotherOrigin() async throws {
            let challenge = #"WWW-Authenticate: Basic realm="test""#
            try await FaultServer.withServer(script: { _ in [.answer(401, "who?", fields: [challenge])] }) { second in
                let location = "Location: \(second.baseURL.absoluteString)/to"
                try await FaultServer.withServer(script: { _ in [.answer(302, "", fields: [location])] }) { first in
                    let provider = Provider<Call>(transport: AlamofireTransport.with(), plugins: [Authenticating()])
                    let response = try await provider.request(Call(first.baseURL))
                    #expect(response.statusCode == 401)
                    #expect(second.requests.map { $0.header("Authorization") } == [[]])
                }
            }
        }
    }
}

extension Call {
    /// A call with credentials in well-known header fields.
    fileprivate static func withCredentials(_ baseURL: URL) -> Call {
        var call = Call(baseURL)
        call.headerFields = HTTPFields([
            "Authorization": "Bearer secret", "Cookie": "session=secret", "X-Api-Key": "secret", "X-One": "1",
        ])
        return call
    }
}

/// Sets a credential in a header field of its own.
private struct Keyed: Talyn.RequestAdapter {
    func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
        try request.setCredential("k", for: .named("X-Customer"))
    }
}
#endif
