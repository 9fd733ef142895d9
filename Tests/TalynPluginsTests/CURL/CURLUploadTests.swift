import Foundation
import TalynPlugins
import TalynURLSession
import TestSupport
import Testing

@testable import TalynCore

/// Uploads as `curl` commands, run by a real shell and a real curl.
@Suite(.sockets, .enabled(if: ShellRun.curl != nil, "curl is not installed"))
struct CURLUploadTests {
    private static let formType = "multipart/form-data; boundary=b"

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func command(
        _ upload: RequestBody.Upload,
        url: URL? = nil,
        method: String = "POST",
        contentType: String? = nil,
        body: Data? = nil,
        redaction: Redaction = .none
    ) throws -> String {
        var request = OutgoingRequest(url: try #require(url ?? URL(string: "http://127.0.0.1/")))
        request.method = HTTPRequest.Method(method)!
        request.headerFields[.contentType] = contentType
        // The body of a plugin replaces an upload.
        if let body { request.body = HTTPBody(body) } else { request.upload = upload }
        if case .stream(let stream) = upload, body == nil { request.body = stream.body }
        return request.cURLCommand(redaction: redaction)
    }

    /// What arrives when the command for the upload is run.
    private func arrived(
        _ upload: RequestBody.Upload,
        method: String = "POST",
        contentType: String? = nil,
        body: Data? = nil,
        redaction: Redaction = .none
    ) async throws -> ReceivedRequest {
        try await FaultServer.withServer(script: { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]
        }) { server in
            let command = try command(
                upload,
                url: server.baseURL,
                method: method,
                contentType: contentType,
                body: body,
                redaction: redaction
            )
            #expect(try await ShellRun.run(command) == 0, "\(command)")
            #expect(server.requests.count == 1)
            return try #require(server.requests.first, "\(command)")
        }
    }

    private func parts(of request: ReceivedRequest) throws -> [ParsedPart] {
        let contentType = try #require(request.header("Content-Type").first)
        #expect(request.header("Content-Type").count == 1)
        let boundary = try #require(try MultipartBoundary(contentType: contentType))
        return try ParsedPart.parse(Data(request.body), boundary: boundary.text)
    }

    // MARK: Files

    @Test func fileArrives() async throws {
        let content = Data.pattern(2_000_000)
        let file = try directory.file("it's \"$HOME\", a;b=c.bin", content)
        let request = try await arrived(.file(file), method: "PUT")
        #expect(request.method == "PUT")
        #expect(Data(request.body) == content)
        #expect(request.header("Content-Type").isEmpty)
        #expect(request.header("Expect").isEmpty)
    }

    @Test func bodyOfAPluginTakesThePlaceOfAFile() async throws {
        let file = try directory.file("a.txt", "file")
        #expect(try await arrived(.file(file), body: Data("plugin".utf8)).body == Array("plugin".utf8))
    }

    @Test func fileWhosePathCannotBePastedIsLeftOut() throws {
        let command = try command(.file(URL(fileURLWithPath: "/a\u{1B}b")))
        #expect(command.hasSuffix("\n# the body is left out: the path of its file can't be pasted"))
    }

    // MARK: Forms

    @Test func formArrives() async throws {
        let file = try directory.file("it's \\ \"$HOME\", a;type=b.txt", "content\r\n")
        let request = try await arrived(
            .multipart([
                MultipartPart(content: .data(Data("@it's; \"x\" \\n <ü>\n".utf8)), name: "text"),
                MultipartPart(content: .data(Data("</a;b,\"\\\"".utf8)), name: "typed", contentType: "text/csv"),
                MultipartPart(content: .data(Data()), name: "empty"),
                MultipartPart(content: .file(file), name: "file"),
                MultipartPart(
                    content: .file(file),
                    name: "named",
                    fileName: "a, \\b;c'd.png",
                    contentType: "text/html; charset=utf-8"
                ),
            ]),
            method: "PATCH",
            contentType: Self.formType
        )
        #expect(request.method == "PATCH")
        #expect(request.header("Expect").isEmpty)
        let parts = try parts(of: request)
        #expect(
            parts.map { String(decoding: $0.content, as: UTF8.self) } == [
                "@it's; \"x\" \\n <ü>\n", "</a;b,\"\\\"", "", "content\r\n", "content\r\n",
            ]
        )
        let disposition = "Content-Disposition: form-data; name="
        #expect(
            parts.map(\.headers) == [
                [disposition + #""text""#],
                [disposition + #""typed""#, "Content-Type: text/csv"],
                [disposition + #""empty""#],
                [
                    disposition + #""file"; filename="it's \ %22$HOME%22, a;type=b.txt""#,
                    "Content-Type: text/plain",
                ],
                [
                    disposition + #""named"; filename="a, \b;c'd.png""#,
                    "Content-Type: text/html; charset=utf-8",
                ],
            ]
        )
    }

    @Test func secretsOfAFormAreMasked() async throws {
        let fields = [
            ("password", "hunter2"), ("code", "hunter2"), ("user[token]", "\u{0}"), ("name", "ada"),
            ("json", #"{"token":"hunter2","a":1}"#),
        ]
        let request = try await arrived(
            .multipart(fields.map { MultipartPart(content: .data(Data($0.1.utf8)), name: $0.0) }),
            contentType: Self.formType,
            redaction: .default
        )
        #expect(
            try parts(of: request).map { String(decoding: $0.content, as: UTF8.self) } == [
                "…", "…", "…", "ada", #"{"token":"…","a":1}"#,
            ]
        )
    }

    private static let unwritable: [(MultipartPart, String)] = [
        (MultipartPart(HTTPBody(InputStream(data: Data()), length: 7), name: "a"), "a stream of 7 bytes"),
        (
            MultipartPart(content: .data(Data([0xFF, 0])), name: "a"),
            "data of 2 bytes that can't be pasted"
        ),
        (
            MultipartPart(content: .data(Data("x".utf8)), name: "a", fileName: "a.txt"),
            "data with a file name"
        ),
        (
            MultipartPart(content: .data(Data()), name: "a=b"),
            "under a name that curl can't express"
        ),
        (MultipartPart(content: .data(Data()), name: ""), "under a name that curl can't express"),
        (
            MultipartPart(content: .data(Data()), name: "a", contentType: "a/b,c"),
            "of a type that curl can't express"
        ),
        (
            MultipartPart(content: .data(Data()), name: "a", contentType: "a/b;encoder=base64"),
            "of a type that curl can't express"
        ),
        (
            MultipartPart(content: .file(URL(fileURLWithPath: "/a")), name: "a", fileName: "\u{1B}"),
            "a file whose name can't be pasted"
        ),
    ]

    @Test(arguments: unwritable.indices)
    func formThatCannotBeWrittenIsLeftOut(index: Int) async throws {
        let (part, text) = Self.unwritable[index]
        let upload = RequestBody.Upload.multipart([MultipartPart(content: .data(Data("b".utf8)), name: "b"), part])
        let request = try await arrived(upload, contentType: Self.formType)
        #expect(request.method == "POST")
        #expect(request.body.isEmpty)
        let command = try command(upload, contentType: Self.formType)
        #expect(command.hasSuffix("\n# the body is left out: part 2 is \(text)"), "\(command)")
    }

    @Test func multipartBodyThatIsNotAFormIsOmitted() throws {
        let upload = RequestBody.Upload.multipart([MultipartPart(content: .data(Data("b".utf8)), name: "b")])
        let command = try command(upload, contentType: "multipart/mixed; boundary=b")
        #expect(command.hasSuffix("\n# the body is left out: it is multipart, but not a form"))
        #expect(!command.contains("--form"))
    }

    // MARK: Calls

    private struct Describing: CallObserver {
        let recorder: Recorder<String>

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            recorder.record(request.cURLCommand())
        }
    }

    @Test func uploadsOfACallAreShown() async throws {
        let file = try directory.file("a.txt", "a")
        let parts = [MultipartPart(content: .data(Data("1".utf8)), name: "a")]
        let recorder = Recorder<String>()
        let url = try #require(URL(string: "https://example.com"))
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
        let provider = Provider<Probe>(transport: transport, plugins: [Describing(recorder: recorder)])
        for probe in [
            Probe(url, "", .post, body: .file(file)), Probe(url, "", .post, body: .multipart(parts)),
            Probe(url, "", .post, query: ["b": 2], body: .multipart(parts)),
        ] {
            _ = try await provider.request(probe)
        }
        #expect(recorder.events.count == 3)
        #expect(recorder.events.first?.contains("--data-binary '@\(file.path)'") == true)
        for command in recorder.events.dropFirst() {
            #expect(command.hasSuffix("--form-string 'a=1'"))
            #expect(!command.contains("Content-Type"))
        }
        #expect(recorder.events.last?.contains("?b=2'") == true)
    }
}
