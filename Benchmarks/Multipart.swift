#if Tools
import Foundation
import Talyn

/// Multipart bodies of files.
enum Multipart {
    struct Form: TargetType {
        let baseURL: URL
        let files: [URL]

        var path: RequestPath { "" }
        var method: HTTPRequest.Method { .post }
        var body: RequestBody { .multipart(files.map { MultipartPart($0, name: "file") }) }
    }

    /// Writes what is to be sent to a file.
    struct ToFile: Transport {
        let file: URL

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            guard FileManager.default.createFile(atPath: file.path, contents: nil), let body = request.body else {
                throw UnexpectedAnswer()
            }
            let handle = try FileHandle(forWritingTo: file)
            for try await chunk in body { try handle.write(contentsOf: chunk) }
            try handle.close()
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
    }

    /// 10 files of 1 MB, again and again.
    static func toFile(_ seconds: Double) async throws -> Sample {
        let scratch = try Scratch()
        let files = try (0..<10).map { index in
            let file = scratch.directory.appendingPathComponent("\(index).jpg")
            try Data(repeating: UInt8(index), count: 1_000_000).write(to: file)
            return file
        }
        guard let url = URL(string: "https://example.com/form") else { throw UnexpectedAnswer() }
        let provider = Provider<Form>(transport: ToFile(file: scratch.file))
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            _ = try await provider.request(Form(baseURL: url, files: files))
            guard let size = scratch.size, size > 10_000_000 else { throw UnexpectedAnswer() }
        } while stopwatch.lap(10)
        return stopwatch.sample(growsFromStart: true)
    }

    /// 1 GB, once.
    static func upload(to url: String, _ stack: TalynClient.Stack) async throws -> Sample {
        let scratch = try Scratch()
        try scratch.makeFile(1_000_000_000)
        guard let url = URL(string: url + "-upload") else { throw UnexpectedAnswer() }
        let provider = Provider<Form>(transport: stack.transport)
        var stopwatch = Stopwatch(seconds: 0)
        _ = try await provider.request(Form(baseURL: url, files: [scratch.file]))
        _ = stopwatch.lap(1000)
        return stopwatch.sample(growsFromStart: true)
    }
}
#endif
