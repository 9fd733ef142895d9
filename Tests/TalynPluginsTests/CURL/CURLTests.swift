import Foundation
import TalynPlugins
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// Commands are run by a real shell and a real curl.
@Suite(.sockets, .enabled(if: ShellRun.curl != nil, "curl is not installed"))
struct CURLTests {
    private static let answer = FaultServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    /// What arrives when the command for the request is run.
    private func arrived(
        redaction: Redaction = .none,
        transportHeaderFields fields: [String: String] = [:],
        _ edit: @escaping @Sendable (inout OutgoingRequest) -> Void
    ) async throws -> ReceivedRequest {
        try await FaultServer.withServer(script: { request in
            request.method == "HEAD" ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")] : [Self.answer]
        }) { server in
            let command = try await command(to: server.baseURL, redaction, transportHeaderFields: fields, edit)
            let status = try await ShellRun.run(command)
            #expect(status == 0, "\(command)")
            let requests = server.requests
            #expect(requests.count == 1)
            return try #require(requests.first, "\(command)")
        }
    }

    /// The command for the request of a call.
    private func command(
        to url: URL,
        _ redaction: Redaction,
        transportHeaderFields fields: [String: String],
        _ edit: @escaping @Sendable (inout OutgoingRequest) -> Void
    ) async throws -> String {
        struct Labelled: Transport {
            let defaultHeaderFields: HTTPFields

            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        struct Server: TargetType {
            let baseURL: URL
            var path: RequestPath { "" }
            var requestOptions: RequestOptions { .patient }
        }
        struct Editing: RequestAdapter, CallObserver {
            let edit: @Sendable (inout OutgoingRequest) -> Void
            let redaction: Redaction
            let commands: Recorder<String>

            func adapt(_ request: inout OutgoingRequest, context: CallContext) { edit(&request) }

            func willSend(_ request: OutgoingRequest, context: CallContext) {
                commands.record(request.cURLCommand(redaction: redaction))
            }
        }
        let commands = Recorder<String>()
        let provider = Provider<Server>(
            transport: Labelled(defaultHeaderFields: HTTPFields(fields)),
            plugins: [Editing(edit: edit, redaction: redaction, commands: commands)]
        )
        _ = try await provider.request(Server(baseURL: url))
        return try #require(commands.events.first)
    }

    // MARK: Bodies

    static let bodies: [Data] =
        [
            "plain", "two\nlines\n", "it's $HOME `id` \"quoted\" \\n \\\\ !x %s %% *", "grüße, 世界 🎈", "@/etc/passwd",
            "'",
            "'''", "@", "", "\n", "-d", "--boundary\r\n", "tab\tand\rreturn", "\u{1B}[31m", "a\u{0}b", "\u{0}",
            "'\u{301}; echo $HOME", "@\u{301}/etc/passwd",
        ].map { Data($0.utf8) } + [
            Data(0...255), Data([0xFF, 0x31, 0x32]), Data([0, 0x30, 0x30]), Data("%d\\101'".utf8) + [0x80],
            Data(repeating: 0x27, count: 300_000), Data("long text ".utf8).repeated(40_000),
            Data(0...255).repeated(1_000),
        ]

    @Test(arguments: bodies.indices)
    func bodyArrivesByteForByte(index: Int) async throws {
        let body = Self.bodies[index]
        let request = try await arrived { request in
            request.method = .post
            request.body = HTTPBody(body)
            request.headerFields[.contentType] = "application/octet-stream"
        }
        #expect(request.method == "POST")
        #expect(Data(request.body) == body)
        #expect(request.header("Content-Type") == ["application/octet-stream"])
        #expect(request.header("Expect").isEmpty)
        #expect(request.header("Content-Length") == ["\(body.count)"])
    }

    @Test func bodyWithoutContentTypeGetsNone() async throws {
        let request = try await arrived {
            $0.method = .put; $0.body = HTTPBody(Data("x=1".utf8))
        }
        #expect(request.method == "PUT")
        #expect(request.header("Content-Type").isEmpty)
        #expect(request.body == Array("x=1".utf8))
    }

    @Test func postWithoutABodySendsLengthZero() async throws {
        let request = try await arrived { $0.method = .post }
        #expect(request.header("Content-Length") == ["0"])
        #expect(request.header("Content-Type").isEmpty)
    }

    // MARK: Methods, URLs and fields

    @Test(arguments: ["GET", "HEAD", "DELETE", "OPTIONS", "PATCH", "IT'S"])
    func methodArrives(method: String) async throws {
        #expect(try await arrived { $0.method = HTTPRequest.Method(method)! }.method == method)
    }

    @Test func headIsAskedForWithoutABody() async throws {
        let request = try await arrived {
            $0.method = .head; $0.body = HTTPBody(Data("x".utf8))
        }
        #expect(request.method == "HEAD")
        #expect(request.body.isEmpty)
        #expect(request.header("Content-Length").isEmpty)
    }

    @Test func getWithABodyStaysOne() async throws {
        let request = try await arrived { $0.body = HTTPBody(Data("x".utf8)) }
        #expect(request.method == "GET")
        #expect(request.body == Array("x".utf8))
    }

    @Test(arguments: [
        "/a?b=c&d=e", "/it's?a=$HOME", "/a/../b/./c", "/a?x[]=1&y={z}", "/%2F%27?q=%22", "/a?b=*&c=(d)!;e~`",
        "//double",
        "/?",
    ])
    func targetArrives(target: String) async throws {
        let target = try #require(URL(string: "http://h" + target)?.absoluteString.dropFirst("http://h".count))
        let request = try await arrived { request in
            request.url = request.url.flatMap { URL(string: "http://127.0.0.1:\($0.port ?? 0)\(target)") }
        }
        #expect(request.target == target)
    }

    @Test func fieldsArriveAndNoOthers() async throws {
        let fields = [
            "X-Quote": "it's \"$HOME\"", "X-Empty": "", "X-Colon": "a: b; c", "X-Backslash": "\\n",
            "Authorization": "Bearer t", "Cookie": "a=b", "Content-Length": "99", "Accept-Encoding": "gzip",
        ]
        let session = ["x-quote": "not this one", "User-Agent": "Talyn", "X-Session": "yes"]
        let request = try await arrived(transportHeaderFields: session) { $0.headerFields = HTTPFields(fields) }
        var expected = fields
        expected["Content-Length"] = nil
        expected["User-Agent"] = "Talyn"
        expected["X-Session"] = "yes"
        for (name, value) in expected { #expect(request.header(name) == [value]) }
        let names = Set(request.headers.map { $0.name.lowercased() })
        #expect(names == Set(expected.keys.map { $0.lowercased() }).union(["host"]))
    }

    @Test func plainRequestArrivesWithoutFieldsOfCurls() async throws {
        let request = try await arrived { _ in }
        #expect(request.headers.map { $0.name.lowercased() } == ["host"])
    }

    // MARK: Secrets

    @Test func redactedCommandRunsToo() async throws {
        let request = try await arrived(redaction: .default) { request in
            request.method = .post
            request.headerFields[.authorization] = "Bearer hunter2"
            request.headerFields[.contentType] = "application/json"
            request.body = HTTPBody(Data(#"{"password":"hunter2","name":"ada"}"#.utf8))
        }
        #expect(request.header("Authorization") == ["Bearer …"])
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"password":"…","name":"ada"}"#)
    }

    @Test func credentialAnswersAChallenge() async throws {
        try await FaultServer.withServer(script: { request in
            request.header("Authorization").isEmpty
                ? [.send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")]
                : [Self.answer]
        }) { server in
            var request = OutgoingRequest(url: server.baseURL)
            request.method = .post
            request.body = HTTPBody(Data("x\u{0}".utf8))
            request.credential = PasswordCredential(user: "ada", password: "it's")
            let command = request.cURLCommand(redaction: .none)
            #expect(try await ShellRun.run(command) == 0)
            let last = try #require(server.requests.last)
            #expect(last.header("Authorization") == ["Basic " + Data("ada:it's".utf8).base64EncodedString()])
            #expect(last.body == Array("x\u{0}".utf8))
            let masked = request.cURLCommand()
            #expect(masked.contains("--user 'ada:…'"))
            #expect(!masked.contains("it'"))
        }
    }
}

extension Data {
    fileprivate func repeated(_ count: Int) -> Data {
        var result = Data(capacity: self.count * count)
        for _ in 0..<count { result.append(self) }
        return result
    }
}
