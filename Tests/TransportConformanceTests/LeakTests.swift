import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynPlugins
@testable import TalynURLSession

/// Secrets are put into every place that has a name for them, and looked for in all text that comes out.
@Suite(.serialized, .sockets) struct LeakTests {
    private static let mark = "hunter2"

    /// What happens to a call, from the server's first answer on.
    enum Course: CaseIterable {
        case success, validationFails, decodingFails, notJSON, redirected, redirectedToNowhere, redirectedInCircles
        case connectionLost, notHTTP, refused

        /// A response with a secret in every place.
        private static let fields = [
            "Content-Type": "application/json", "Set-Cookie": "session=hunter2; Path=/", "X-Auth-Token": "hunter2",
            "Link": "<https://example.com/?page=2&access_token=hunter2>; rel=\"next\"",
            "Content-Location": "/?api_key=hunter2",
        ]
        private static let body =
            #"{"name":"ada","access_token":"hunter2","nested":{"passwords":0,"password":"hunter2"}}"#

        func steps(for request: ReceivedRequest) -> [FaultServer.Step] {
            switch self {
            case .success, .decodingFails, .refused: [.answer(200, Self.fields, Self.body)]
            case .validationFails: [.answer(404, Self.fields, Self.body)]
            case .notJSON: [.answer(200, Self.fields, #"{"password":"hunter2"#)]
            case .redirected where request.target.hasPrefix("/to"): [.answer(200, Self.fields, Self.body)]
            case .redirected: [.answer(307, ["Location": "/to?token=hunter2", "Set-Cookie": "a=hunter2"])]
            case .redirectedToNowhere: [.answer(302, ["Location": "ftp://ada:hunter2@example.com/?token=hunter2"])]
            case .redirectedInCircles: [.answer(302, ["Location": "/to?token=hunter2"])]
            case .connectionLost:
                [.send("HTTP/1.1 200 OK\r\nX-Auth-Token: hunter2\r\nContent-Length: 99\r\n\r\n{"), .close]
            case .notHTTP: [.send("hunter2 hunter2\r\n\r\n"), .close]
            }
        }
    }

    /// What a request carries.
    enum Load: CaseIterable {
        case nothing, form, json, brokenJSON, composite

        private static let secrets = ["password": "hunter2", "client_secret": "hunter2", "name": "ada"]

        var body: RequestBody {
            switch self {
            case .nothing: .none
            case .form: .form(Self.secrets)
            case .json: .json(["user": Self.secrets])
            case .brokenJSON: .data(Data(#"{"password":"hunter2"#.utf8))
            case .composite: .json(["auth": Self.secrets, "grant_type": "password"])
            }
        }

        var query: RequestParameters {
            if case .composite = self { ["refresh_token": "hunter2", "page": 2] } else { ["page": 2] }
        }
    }

    private struct Login: TargetType {
        var baseURL: URL
        var load: Load
        var path: RequestPath { "/login" }
        var query: RequestParameters { load.query }
        var body: RequestBody { load.body }
        var method: HTTPRequest.Method { .post }
        var validation: StatusValidation { .successCodes }
        var headerFields: HTTPFields {
            HTTPFields([
                "Cookie": "session=hunter2", "X-API-Key": "hunter2", "Referer": "https://a:hunter2@b/?token=hunter2",
            ])
        }
    }

    private struct Strict: Decodable {
        enum Password: String, Decodable { case other }
        struct Nested: Decodable { let password: Password }
        let nested: Nested
    }

    /// All text that comes of a call.
    private func text(
        of course: Course,
        _ load: Load,
        over transport: any Transport,
        asCURL: Bool
    ) async throws -> (text: String, error: TalynError?) {
        let log = Recorder<String>()
        let plugins: [any Plugin] = [
            PasswordPlugin { _ in PasswordCredential(user: "ada", password: Self.mark) },
            NetworkLoggerPlugin(.bodies, asCURL: asCURL) { _, entries in entries.forEach { log.record($0) } },
        ]
        let closed = try closedPort()
        return try await FaultServer.withServer(script: { course.steps(for: $0) }) { server in
            let port = course == .refused ? closed : server.port
            let baseURL = try #require(URL(string: "http://ada:hunter2@127.0.0.1:\(port)?api_key=hunter2"))
            let provider = Provider<Login>(transport: transport, plugins: plugins)
            let login = Login(baseURL: baseURL, load: load)
            let result = await Result { () async throws(TalynError) in
                let response = try await provider.request(login)
                log.record("\(response)")
                if course == .decodingFails { _ = try response.decode(Strict.self) }
                if course == .notJSON { _ = try response.decode([Int].self) }
            }
            log.record("\(result)")
            guard case .failure(let error) = result else { return (log.events.joined(separator: "\n"), nil) }
            log.record("\(error) \(String(reflecting: error)) \(error.localizedDescription)")
            log.record(
                [error.errorDescription, error.failureReason, error.recoverySuggestion].compactMap(\.self).joined()
            )
            return (log.events.joined(separator: "\n"), error)
        }
    }

    private static let transports: [any Transport] = {
        #if AsyncHTTPClient && os(Linux)
        [AsyncHTTPClientTransport.shared, URLSessionTransport.shared]
        #else
        [URLSessionTransport.shared]
        #endif
    }()

    @Test(arguments: Course.allCases, Load.allCases)
    func noSecretComesOut(course: Course, load: Load) async throws {
        for transport in Self.transports {
            for asCURL in [false, true] {
                let (text, error) = try await text(of: course, load, over: transport, asCURL: asCURL)
                #expect(!text.contains(Self.mark), "\(text)")
                #expect((error == nil) == (course == .success || course == .redirected), "\(text)")
                // Base64, which is no mask either.
                #expect(!text.contains(Data("ada:hunter2".utf8).base64EncodedString()))
                #expect(text.contains("page=2"))
                #expect(text.contains("/login"))
                if load == .json { #expect(text.contains(#""name":"ada""#)) }
            }
        }
    }

    @Test func errorOfAnInvalidURLHasNoSecrets() throws {
        for url in [
            "https://ada:hunter2@exa mple.com/", "https://h/a b?token=hunter2", "https://ada:hun#hunter2@h/ ",
            "https://h/?\u{301}token=\u{301}hunter2",
        ] {
            let endpoint = try Endpoint.of(url, .get)
            let error = #expect(throws: TalynError.self) { try endpoint.request() }
            #expect(error.map { "\($0) \($0.localizedDescription)" }?.contains(Self.mark) == false)
        }
    }

    @Test func errorOfFoundationDoesNotComeOut() {
        let info: [String: Any] = [
            NSURLErrorFailingURLErrorKey: "https://h/?token=hunter2", NSLocalizedDescriptionKey: "No way.",
        ]
        let error = TalynError(NSError(domain: "test", code: 7, userInfo: info))
        #expect(error.description.contains("No way."))
        #expect(!"\(error)".contains(Self.mark))
    }
}
