#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
import Moya
import TestSupport
import Testing

@Suite(.serialized, .sockets) struct TransferDifferenceTests {
    private let provider = MoyaProvider<Local>(session: .patient)

    private func upload(_ part: MultipartFormData) async throws -> String {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let target = Local(server.baseURL, method: .post, task: .uploadMultipart([part]))
            _ = try await provider.result(of: target).get()
            return String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        }
    }

    @Test func aPartHasTheTypeOfItsFileName() async throws {
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a", fileName: "a.png")
        #expect(try await upload(part).contains("filename=\"a.png\"\r\nContent-Type: image/png\r\n"))
    }

    @Test func aFileKeepsTheNameThatIsGivenWithoutAType() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("original.txt", "x")
        let part = MultipartFormData(provider: .file(file), name: "a", fileName: "given.csv")
        #expect(try await upload(part).contains("filename=\"given.csv\"\r\nContent-Type: text/csv\r\n"))
    }

    @Test func aFileKeepsTheTypeThatIsGivenWithoutAName() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("original.txt", "x")
        let part = MultipartFormData(provider: .file(file), name: "a", mimeType: "text/csv")
        #expect(try await upload(part).contains("filename=\"original.txt\"\r\nContent-Type: text/csv\r\n"))
    }

    @Test func aStreamWithoutANameHasAnEmptyOneAndAType() async throws {
        let part = MultipartFormData(provider: .stream(InputStream(data: Data("x".utf8)), 1), name: "a")
        #expect(try await upload(part).contains("filename=\"\"\r\nContent-Type: application/octet-stream\r\n"))
    }

    @Test func aFileWithoutAnExtensionIsSent() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("plain", "x")
        let part = MultipartFormData(provider: .file(file), name: "a")
        #expect(try await upload(part).contains("filename=\"plain\"\r\nContent-Type: application/octet-stream\r\n"))
    }

    #if os(Linux)
    @Test func onlyTheCodingsThatAreDecodedAreAskedFor() {
        #expect(Session.HTTPHeaders.default["Accept-Encoding"] == "gzip;q=1.0, deflate;q=0.9")
    }
    #endif

    @Test func theResponseOfADownloadHasTheFilesContent() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a/b.txt")
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "content")] }) { server in
            let task = Task.downloadDestination { _, _ in (file, [.createIntermediateDirectories]) }
            let response = try await provider.result(of: Local(server.baseURL, task: task)).get()
            #expect(response.data == Data("content".utf8))
            let content = try Data(contentsOf: file)
            #expect(content == Data("content".utf8))
        }
    }

    @Test func refusedDownloadLeavesNoFile() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("a.txt")
        try await FaultServer.withServer(script: { _ in [.answer(404, [:], "missing")] }) { server in
            let task = Task.downloadDestination { _, _ in (file, []) }
            let result = await provider.result(of: Local(server.baseURL, task: task).strict)
            #expect(result.underlying?.asAFError?.responseCode == 404)
            let text = try result.error?.response?.mapString()
            #expect(text == "missing")
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func aResponseThatBreaksOffHasNoBody() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
        try await FaultServer.withServer(script: { _ in [.send(head), .close] }) { server in
            let result = await provider.result(of: Local(server.baseURL))
            #expect(result.underlying?.asAFError?.isSessionTaskError == true)
            #expect(result.error?.response?.statusCode == 200)
            #expect(result.error?.response?.data.isEmpty == true)
        }
    }

    @Test func anInvalidHeaderFieldFailsTheCall() async throws {
        var target = Local(try #require(URL(string: "http://127.0.0.1:1")))
        target.headers = ["X-Name": "a\r\nX-Other: b"]
        let result = await provider.result(of: target)
        #expect(result.underlying?.localizedDescription.contains("X-Name") == true)
    }

    @Test func aReleasedProviderStillAnswers() async throws {
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "zen")] }) { server in
            let response: Moya.Response = try await withCheckedThrowingContinuation { continuation in
                MoyaProvider<Local>(session: .patient).request(Local(server.baseURL), callbackQueue: .global()) {
                    continuation.resume(with: $0)
                }
            }
            #expect(try response.mapString() == "zen")
        }
    }

    @Test func joinedCallsGetTheProgress() async throws {
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "0123456789")] }) { server in
            let queue = DispatchQueue(label: "callbacks")
            let provider = MoyaProvider<Local>(callbackQueue: queue, session: .patient, trackInflights: true)
            let target = Local(server.baseURL)
            let progress = Recorder<String>()
            let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
            // The first call can't complete before the second one has joined it.
            queue.suspend()
            for number in 1...2 {
                provider.request(target, progress: { progress.record("\(number) \($0.progress)") }) { _ in
                    continuation.yield()
                }
            }
            queue.resume()
            var count = 0
            for await _ in ends {
                count += 1
                if count == 2 { break }
            }
            #expect(server.requests.count == 1)
            #expect(progress.events.contains("1 1.0"))
            #expect(progress.events.contains("2 1.0"))
        }
    }
}
#endif
