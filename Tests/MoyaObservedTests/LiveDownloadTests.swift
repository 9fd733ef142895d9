import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads, and progress in all directions.
@Suite(.enabled(if: Server.isThere)) struct LiveDownloadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a download goes to its destination")
    func download() async throws {
        let url = directory.place("new/range.txt")
        let sample = try await sample(
            .get,
            "/range/26",
            .downloadDestination { _, _ in (url, [.createIntermediateDirectories]) }
        )
        let response = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(response.statusCode == 200)
        #expect(try Data(contentsOf: url).text == "abcdefghijklmnopqrstuvwxyz")
    }

    @Test("the destination is asked for with the temporary file and the response")
    func destination() async throws {
        let url = directory.place("file")
        let log = Log()
        let task = Task.downloadDestination { temporary, response in
            log.add(
                "\(FileManager.default.fileExists(atPath: temporary.path)) \(response.statusCode) \(response.url?.path ?? "")"
            )
            return (url, [])
        }
        _ = await MoyaProvider<Sample>().result(of: try await sample(.get, "/range/26", task))
        #expect(log.lines == ["true 200 /range/26"])
    }

    @Test("a download replaces a file if it may")
    func replacingDownload() async throws {
        let url = try directory.file("old.txt", "old")
        let sample = try await sample(.get, "/range/3", .downloadDestination { _, _ in (url, [.removePreviousFile]) })
        _ = try await MoyaProvider<Sample>().result(of: sample).get()
        #expect(try Data(contentsOf: url).text == "abc")
    }

    @Test("a download that may not replace a file fails as an underlying error with the response")
    func keptFile() async throws {
        let url = try directory.file("old.txt", "old")
        let sample = try await sample(.get, "/range/3", .downloadDestination { _, _ in (url, []) })
        let error = await MoyaProvider<Sample>().result(of: sample).error
        #expect(error?.caseName == "underlying")
        #expect(error?.response?.statusCode == 200)
        #expect(error?.wrapped?.asAFError?.isDownloadedFileMoveError == true)
        #expect(try Data(contentsOf: url).text == "old")
    }

    @Test("a download has its parameters in the URL")
    func downloadParameters() async throws {
        let url = directory.place("file")
        let task = Task.downloadParameters(parameters: ["page": 2], encoding: URLEncoding.default) { _, _ in (url, []) }
        _ = try await MoyaProvider<Sample>().result(of: try await sample(.get, "/anything", task)).get()
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        #expect(json?["args"] as? [String: String] == ["page": "2"])
    }

    @Test("a download that fails validation is an underlying error with the response")
    func invalidDownload() async throws {
        let url = directory.place("file")
        let task = Task.downloadDestination { _, _ in (url, []) }
        let sample = try await sample(.get, "/status/418", task, validation: .successCodes)
        let error = await MoyaProvider<Sample>().result(of: sample).error
        #expect(error?.response?.statusCode == 418)
        #expect(error?.wrapped?.asAFError?.responseCode == 418)
    }

    @Test(
        "progress goes up, and is complete at the end",
        arguments: ["/bytes/50000", "/json", "/stream/3", "/status/204"]
    )
    func dataProgress(path: String) async throws {
        let (values, completed, counts) = try await progress(of: try await sample(.get, path, .requestPlain))
        #expect(values == values.sorted())
        #expect(values.last == 1)
        #expect(completed.last == true)
        #expect(completed.filter { $0 }.count == 1)
        #expect(counts == counts.sorted())
    }

    @Test("progress of an upload ends with all of it")
    func uploadProgress() async throws {
        let file = try directory.file("upload.txt", String(repeating: "a", count: 300_000))
        let (values, completed, counts) = try await progress(
            of: try await sample(.post, "/anything", .uploadFile(file))
        )
        #expect(values.last == 1)
        #expect(completed.last == true)
        #expect(completed.dropLast().allSatisfy { !$0 })
        #expect(counts.last == 300_000)
    }

    @Test("progress of a download ends with all of it")
    func downloadProgress() async throws {
        let url = directory.place("file")
        let task = Task.downloadDestination { _, _ in (url, []) }
        let (values, completed, counts) = try await progress(of: try await sample(.get, "/bytes/50000", task))
        #expect(values.last == 1)
        #expect(completed.last == true)
        #expect(counts.last == 50_000)
    }

    @Test("a failure has a last progress that is not complete")
    func failureProgress() async throws {
        let sample = try await sample(.get, "/status/404", .requestPlain, validation: .successCodes)
        let log = Log()
        _ = await MoyaProvider<Sample>().result(of: sample) { log.add("\($0.completed)") }
        #expect(log.lines.last == "false")
        #expect(!log.lines.contains("true"))
    }

    @Test("progress comes on the callback queue, and the last one before the completion")
    func progressQueue() async throws {
        let marked = MarkedQueue()
        let log = Log()
        let sample = try await sample(.get, "/json", .requestPlain)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            MoyaProvider<Sample>().request(sample, callbackQueue: marked.queue) { progress in
                log.add("progress \(marked.isCurrent)")
                if progress.completed { log.add("last") }
            } completion: { _ in
                log.add("completion")
                continuation.resume()
            }
        }
        #expect(log.lines.contains("progress true"))
        #expect(!log.lines.contains("progress false"))
        let last = try #require(log.lines.firstIndex(of: "last"))
        #expect(log.lines[last + 1] == "completion")
    }

    /// The values, whether they are complete, and the counts of units of a request's progress on the main queue.
    private func progress(of sample: Sample) async throws -> (values: [Double], completed: [Bool], counts: [Int64]) {
        MainQueue.mark()
        let values = Box<[Double]>([])
        let completed = Box<[Bool]>([])
        let counts = Box<[Int64]>([])
        let places = Box<Set<Bool>>([])
        let result = await MoyaProvider<Sample>().result(of: sample) { progress in
            values.value.append(progress.progress)
            completed.value.append(progress.completed)
            counts.value.append(progress.progressObject?.completedUnitCount ?? 0)
            places.value.insert(MainQueue.isCurrent)
        }
        _ = try result.get()
        #expect(places.value == [true])
        return (values.value, completed.value, counts.value)
    }
}
