import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server gets of files and parts.
@Suite(.enabled(if: Server.isThere)) struct LiveUploadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func echo(_ method: Moya.Method, _ task: Task, headers: [String: String]? = nil) async throws -> Echo {
        try Echo(await MoyaProvider<Sample>().result(of: try await sample(method, "/anything", task, headers: headers)))
    }

    /// The body of a multipart upload, with its boundary replaced by `B`.
    private func body(of parts: [MultipartFormData]) async throws -> String {
        let boundary = Box("")
        let plugin = ClosurePlugin()
        // The server tells the body as it is only if it doesn't know that it is multipart.
        plugin.onPrepare = { request, _ in
            var request = request
            let type = request.value(forHTTPHeaderField: "Content-Type") ?? ""
            boundary.value = String(type.split(separator: "=").last ?? "")
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            return request
        }
        let sample = try await sample(.post, "/anything", .uploadMultipart(parts))
        let echo = try Echo(await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample))
        return (echo.data ?? "").replacingOccurrences(of: boundary.value, with: "B")
    }

    private func part(disposition: String, type: String? = nil, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(disposition)\r\n"
            + (type.map { "Content-Type: \($0)\r\n" } ?? "") + "\r\n\(content)\r\n"
    }

    @Test("the server gets a file", arguments: ["POST", "PUT"])
    func uploadFile(name: String) async throws {
        let file = try directory.file("upload.txt", "the file")
        let echo = try await echo(
            Moya.Method(rawValue: name),
            .uploadFile(file),
            headers: ["Content-Type": "text/plain"]
        )
        #expect(echo.method == name)
        #expect(echo.data == "the file")
        #expect(echo.headers["Content-Length"] == "8")
        #expect(echo.headers["Content-Type"] == "text/plain")
    }

    @Test("a file has no content type of its own")
    func uploadFileType() async throws {
        let echo = try await echo(.post, .uploadFile(try directory.file("upload.json", "{}")))
        #expect(echo.headers["Content-Type"] == nil)
        #expect(echo.data == "{}")
    }

    @Test("a file that isn't there fails as an underlying error without a response")
    func uploadMissingFile() async throws {
        let sample = try await sample(.post, "/anything", .uploadFile(directory.place("missing")))
        let error = await MoyaProvider<Sample>().result(of: sample).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
    }

    @Test("the server gets parts as a form with a boundary", arguments: ["POST", "PUT", "PATCH"])
    func uploadMultipart(name: String) async throws {
        let parts = [
            MultipartFormData(provider: .data(Data("one".utf8)), name: "field"),
            MultipartFormData(
                provider: .data(Data("two".utf8)),
                name: "file",
                fileName: "f.txt",
                mimeType: "text/plain"
            ),
        ]
        let echo = try await echo(Moya.Method(rawValue: name), .uploadMultipart(parts))
        #expect(echo.form == ["field": "one"])
        #expect(echo.files == ["file": "two"])
        let type = echo.headers["Content-Type"] ?? ""
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        #expect(type.count > "multipart/form-data; boundary=".count)
        #expect(echo.headers["Content-Length"].flatMap { Int($0) } ?? 0 > 0)
    }

    @Test("the server gets parts with parameters in the URL")
    func uploadCompositeMultipart() async throws {
        let part = MultipartFormData(provider: .data(Data("one".utf8)), name: "field")
        let echo = try await echo(.post, .uploadCompositeMultipart([part], urlParameters: ["page": 2]))
        #expect(echo.form == ["field": "one"])
        #expect(echo.args == ["page": "2"])
    }

    @Test("parts of data have a name, and a file name and a type if given")
    func dataParts() async throws {
        let data = MultipartFormData.FormDataProvider.data(Data("x".utf8))
        let body = try await body(of: [
            MultipartFormData(provider: data, name: "a"),
            MultipartFormData(provider: data, name: "b", fileName: "b.txt", mimeType: "text/plain"),
            MultipartFormData(provider: data, name: "d", mimeType: "text/html"),
        ])
        #expect(
            body == part(disposition: #"name="a""#, "x")
                + part(disposition: #"name="b"; filename="b.txt""#, type: "text/plain", "x")
                + part(disposition: #"name="d""#, type: "text/html", "x") + "--B--\r\n"
        )
    }

    @Test("a part of a file with a file name and a type has both")
    func filePart() async throws {
        let file = try directory.file("original.txt", "the file")
        let body = try await body(of: [
            MultipartFormData(provider: .file(file), name: "a", fileName: "given.bin", mimeType: "application/x-given")
        ])
        #expect(
            body == part(disposition: #"name="a"; filename="given.bin""#, type: "application/x-given", "the file")
                + "--B--\r\n"
        )
    }

    @Test("a part of a file without both has the file's own name")
    func filePartAlone() async throws {
        let file = try directory.file("original.unknown", "the file")
        let body = try await body(of: [
            MultipartFormData(provider: .file(file), name: "a")
        ])
        #expect(
            body == part(
                disposition: #"name="a"; filename="original.unknown""#,
                type: "application/octet-stream",
                "the file"
            )
                + "--B--\r\n"
        )
    }

    @Test("a part of a stream has its content, name and type")
    func streamPart() async throws {
        let stream = InputStream(data: Data("stream".utf8))
        let body = try await body(of: [
            MultipartFormData(provider: .stream(stream, 6), name: "a", fileName: "s.txt", mimeType: "text/s")
        ])
        #expect(body == part(disposition: #"name="a"; filename="s.txt""#, type: "text/s", "stream") + "--B--\r\n")
    }

    @Test("plugins prepare a multipart request that knows its boundary")
    func preparedMultipart() async throws {
        let type = Box<String?>(nil)
        let plugin = ClosurePlugin()
        plugin.onPrepare = { request, _ in
            type.value = request.value(forHTTPHeaderField: "Content-Type")
            return request
        }
        let part = MultipartFormData(provider: .data(Data("one".utf8)), name: "field")
        let sample = try await sample(.post, "/anything", .uploadMultipart([part]))
        let echo = try Echo(await MoyaProvider<Sample>(plugins: [plugin]).result(of: sample))
        #expect(type.value?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(echo.headers["Content-Type"] == type.value)
    }

    @Test("a part of a file that isn't there fails as an underlying error without a response")
    func missingPart() async throws {
        let part = MultipartFormData(provider: .file(directory.place("missing")), name: "a")
        let error = await MoyaProvider<Sample>().result(
            of: try await sample(.post, "/anything", .uploadMultipart([part]))
        ).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response == nil)
        #expect(error?.wrapped?.asAFError?.isMultipartEncodingError == true)
    }
}
