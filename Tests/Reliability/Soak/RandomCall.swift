#if Tools && os(Linux)
import Foundation
import Talyn
import TestSupport

/// A random call: its server's behaviour, its kind, and the moment of its cancellation.
struct RandomCall {
    struct Target: TargetType {
        let baseURL: URL
        let behaviour: Behaviour
        let number: Int
        var upload: RequestBody?
        var options = RequestOptions()

        var path: RequestPath { "/\(behaviour.rawValue)/\(number)" }
        var method: HTTPRequest.Method { upload == nil ? .get : .put }
        var body: RequestBody { upload ?? .none }
        var requestOptions: RequestOptions { options }
    }

    enum Kind {
        case request, stream, events, download, upload
    }

    let kind: Kind
    var target: Target
    /// The delay of the cancellation in microseconds; nil for none.
    let cancellation: Int?
    /// The number of chunks or events after which the reader leaves.
    let length: Int

    init(_ number: Int, baseURL: URL, isURLSession: Bool, using random: inout SeededGenerator) {
        let behaviours = Behaviour.allCases.filter { !isURLSession || $0.isForURLSession }
        // Half of the calls succeed at once.
        let behaviour = Bool.random(using: &random) ? .answer : behaviours.randomElement(using: &random) ?? .answer
        let kinds: [Kind] = [.request, .request, .request, .request, .stream, .upload, .download]
        kind = behaviour == .events ? .events : kinds.randomElement(using: &random) ?? .request
        target = Target(baseURL: baseURL, behaviour: behaviour, number: number)
        let isCancelled = behaviour == .silence || Int.random(in: 0..<5, using: &random) == 0
        cancellation = isCancelled ? Int.random(in: 0..<5_000, using: &random) : nil
        length = Int.random(in: 0..<4, using: &random)
        // Some calls end by a timeout.
        if Int.random(in: 0..<50, using: &random) == 0 { target.options.deadline = .milliseconds(3) }
    }

    /// Makes the call. Returns its outcome in a word.
    func run(with provider: Provider<Target>, in folder: URL) async -> String {
        guard let cancellation else { return await outcome(provider, folder) }
        let task = Task { await outcome(provider, folder) }
        try? await Task.sleep(for: .microseconds(cancellation))
        task.cancel()
        return await task.value
    }

    private func outcome(_ provider: Provider<Target>, _ folder: URL) async -> String {
        do {
            switch kind {
            case .request:
                try check(try await provider.request(target))
            case .upload:
                var target = target
                target.upload = .stream(HTTPBody(Self.chunks(length), length: Int64(length * 1_000)))
                try check(try await provider.request(target))
            case .stream:
                var count = 0
                for try await _ in provider.stream(target) {
                    count += 1
                    if count > length { break }
                }
            case .events:
                var count = 0
                for try await event in provider.stream(target).events() {
                    guard ["one", "two"].contains(event.data) else { return "WRONG: an event is \(event.data)" }
                    count += 1
                    if count > length { break }
                }
            case .download:
                let file = folder.appendingPathComponent("\(target.number)")
                defer { try? FileManager.default.removeItem(at: file) }
                let response = try await provider.download(target, to: DownloadDestination(file)).response()
                guard response.statusCode == 200, try Self.isWhole(Data(contentsOf: file)) else {
                    return "WRONG: a half file looks whole"
                }
            }
            return "success"
        } catch let error as TalynError {
            return error.transportError.map { "\($0.kind)" } ?? "\(error.reason)"
        } catch {
            return "WRONG: \(error)"
        }
    }

    private struct HalfBody: Error {}

    private func check(_ response: Response) throws {
        guard Self.isWhole(response.data) else { throw HalfBody() }
    }

    private static func isWhole(_ data: Data) -> Bool { data.count == 5 || data.count == 102_000 }

    private static func chunks(_ count: Int) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for _ in 0..<count { continuation.yield(Data(count: 1_000)) }
            continuation.finish()
        }
    }
}
#endif
