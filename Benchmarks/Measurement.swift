#if Tools
import ArgumentParser
import Talyn
import TalynCache

/// What a process can measure.
///
/// A raw value stays the same when its case gets another name: an older build must understand it, too.
enum Measurement: String, ExpressibleByArgument, CaseIterable {
    case sequentialRawAsyncHTTPClient
    case sequentialAsyncHTTPClient
    case sequentialRawURLSession
    case sequentialURLSession
    case concurrentRawAsyncHTTPClient
    case concurrentAsyncHTTPClient
    case concurrentRawURLSession
    case concurrentURLSession
    case concurrentWithToken
    case concurrentWithFixedField
    case concurrentWithIdlePlugins
    case concurrentWithPluginAtEachStation
    case concurrentPosts
    case concurrentRawPosts
    case concurrentObserved
    case concurrentRecorded
    case moyaStubs = "stubsWithCompletionHandler"
    case stubs = "stubsAsync"
    case requestAlone
    case replay
    case strictStubsByTarget
    case strictStubsByPath
    case manyStrictStubsByTarget
    case manyStrictStubsByPath
    case loadRecording
    case report
    case maskedJSON
    case maskedText
    case maskedHeaderFields
    case awsSignature
    case proof
    case messageSignature
    case memoryCacheHits
    case diskCacheHits
    case manyDiskCacheHits
    case diskCacheOpening
    case concurrentWithCacheMisses
    case sequentialCacheHits
    case sequentialURLCacheHits
    case concurrentCacheHits
    case concurrentProxyCacheHits
    case concurrentMemoryCacheHits
    case concurrentDiskCacheHits
    case concurrencyLimitWithFewWaiting
    case concurrencyLimitWithManyWaiting
    case rateLimitWithFewWaiting
    case rateLimitWithManyWaiting
    case callsInFlight
    case rawCallsInFlight
    case declaredStubs
    case handWrittenStubs
    case declaredPath
    case handWrittenPath
    case declaredQuery
    case handWrittenQuery
    case declaredBody
    case handWrittenBody
    case declaredFields
    case handWrittenFields
    case query = "urlEncoding"
    case jsonBody = "jsonEncoding"
    case multipartToFile
    case downloadAsyncHTTPClient
    case downloadRawAsyncHTTPClient
    case longDownloadAsyncHTTPClient
    case longDownloadURLSession
    case longUploadAsyncHTTPClient
    case longUploadURLSession
    case streamAsyncHTTPClient
    case streamRawAsyncHTTPClient
    case streamURLSession
    case lateStreamAsyncHTTPClient
    case lateStreamURLSession
    case sendAsyncHTTPClient
    case sendRawAsyncHTTPClient
    case sendURLSession
    case sendFileAsyncHTTPClient
    case sendFileRawAsyncHTTPClient
    case sendFileURLSession
    case longestDownloadAsyncHTTPClient
    case longestDownloadURLSession
    case longestSendAsyncHTTPClient
    case longestSendURLSession
    case events
    case eventsOfManyLines
    case lines
    case jsonLines
    case rawJSONLines
    case bytes
    case webSocketEcho
    case rawWebSocketEcho
    case webSocketEchoes
    case rawWebSocketEchoes
    case largeWebSocketEcho
    case rawLargeWebSocketEcho
    case idleWebSockets
    case rawIdleWebSockets
    case pythonWebSocketEcho
    case pythonWebSocketEchoes
    case largePythonWebSocketEcho

    /// Whether the process can measure it. Python's `websockets` may be missing.
    var isPossible: Bool {
        switch self {
        case .pythonWebSocketEcho, .pythonWebSocketEchoes, .largePythonWebSocketEcho: PythonWebSockets.python != nil
        default: true
        }
    }

    func run(url: String, seconds: Double) async throws -> Sample {
        if let client = client(url) {
            return try await rawValue.hasPrefix("sequential")
                ? sequential(client, seconds) : concurrent(client, seconds)
        }
        return switch self {
        case .moyaStubs: MoyaStubs.withCompletionHandler(seconds)
        case .stubs: try await Stubs.async(seconds)
        case .requestAlone: try Stubs.requestAlone(seconds)
        case .replay: try await Recordings.replay(seconds)
        case .strictStubsByTarget: try await StrictStubs.byTarget(seconds)
        case .strictStubsByPath: try await StrictStubs.byPath(seconds)
        case .manyStrictStubsByTarget: try await StrictStubs.byTarget(of: 10_000, seconds)
        case .manyStrictStubsByPath: try await StrictStubs.byPath(of: 10_000, seconds)
        case .loadRecording: try Recordings.load()
        case .report: try Recordings.report()
        case .maskedJSON: try Masking.json(seconds)
        case .maskedText: try Masking.text(seconds)
        case .maskedHeaderFields: try Masking.headerFields(seconds)
        case .awsSignature: try await Signatures.aws(seconds)
        case .proof: try await Signatures.proof(seconds)
        case .messageSignature: try Signatures.message(seconds)
        case .memoryCacheHits: try await Caches.memoryHits(seconds)
        case .diskCacheHits: try await Caches.diskHits(of: 100_000, seconds)
        case .manyDiskCacheHits: try await Caches.diskHits(of: 1_000_000, seconds, width: 16)
        case .concurrentMemoryCacheHits: try await Caches.memoryHits(seconds, width: 16)
        case .concurrentDiskCacheHits: try await Caches.diskHits(of: 100_000, seconds, width: 16)
        case .diskCacheOpening: try await Caches.opening(seconds)
        case .concurrencyLimitWithFewWaiting: try await WaitingCalls.concurrencyLimit(100, seconds)
        case .concurrencyLimitWithManyWaiting: try await WaitingCalls.concurrencyLimit(100_000, seconds)
        case .rateLimitWithFewWaiting: try await WaitingCalls.rateLimit(100, seconds)
        case .rateLimitWithManyWaiting: try await WaitingCalls.rateLimit(100_000, seconds)
        case .callsInFlight: try await InFlight.talyn(url)
        case .rawCallsInFlight: try await InFlight.raw(url)
        case .declaredStubs: try await Declared.stubs(Declared.declared, seconds)
        case .handWrittenStubs: try await Declared.stubs(Declared.byHand, seconds)
        case .declaredPath: try Declared.request(Declared.declared[0], seconds)
        case .handWrittenPath: try Declared.request(Declared.byHand[0], seconds)
        case .declaredQuery: try Declared.request(Declared.declared[1], seconds)
        case .handWrittenQuery: try Declared.request(Declared.byHand[1], seconds)
        case .declaredBody: try Declared.request(Declared.declared[2], seconds)
        case .handWrittenBody: try Declared.request(Declared.byHand[2], seconds)
        case .declaredFields: try Declared.request(Declared.declared[3], seconds)
        case .handWrittenFields: try Declared.request(Declared.byHand[3], seconds)
        case .query: try Encodings.query(seconds)
        case .jsonBody: try Encodings.json(seconds)
        case .multipartToFile: try await Multipart.toFile(seconds)
        case .downloadAsyncHTTPClient: try await Downloads(url: url, .asyncHTTPClient).repeated(seconds)
        case .downloadRawAsyncHTTPClient: try await Downloads.raw(url: url, seconds)
        case .longDownloadAsyncHTTPClient: try await Downloads(url: url, .asyncHTTPClient).long()
        case .longDownloadURLSession: try await Downloads(url: url, .urlSession).long()
        case .longUploadAsyncHTTPClient: try await Multipart.upload(to: url, .asyncHTTPClient)
        case .longUploadURLSession: try await Multipart.upload(to: url, .urlSession)
        case .streamAsyncHTTPClient: try await Streams.receive(url, .asyncHTTPClient, seconds)
        case .streamRawAsyncHTTPClient: try await Streams.receiveRaw(url, seconds)
        case .streamURLSession: try await Streams.receive(url, .urlSession, seconds)
        case .lateStreamAsyncHTTPClient: try await Streams.receiveLate(url, .asyncHTTPClient)
        case .lateStreamURLSession: try await Streams.receiveLate(url, .urlSession)
        case .sendAsyncHTTPClient: try await Streams.send(url, .asyncHTTPClient)
        case .sendRawAsyncHTTPClient: try await Streams.sendRaw(url)
        case .sendURLSession: try await Streams.send(url, .urlSession)
        case .sendFileAsyncHTTPClient: try await Streams.sendFile(url, .asyncHTTPClient, 1_000_000_000)
        case .sendFileRawAsyncHTTPClient: try await Streams.sendFileRaw(url)
        case .sendFileURLSession: try await Streams.sendFile(url, .urlSession, 1_000_000_000)
        case .longestDownloadAsyncHTTPClient: try await Downloads(url: url, .asyncHTTPClient).longest()
        case .longestDownloadURLSession: try await Downloads(url: url, .urlSession).longest()
        case .longestSendAsyncHTTPClient: try await Streams.sendFile(url, .asyncHTTPClient, 10_000_000_000)
        case .longestSendURLSession: try await Streams.sendFile(url, .urlSession, 10_000_000_000)
        case .events: try await Elements.events(of: 1, seconds)
        case .eventsOfManyLines: try await Elements.events(of: 4, seconds)
        case .lines: try await Elements.lines(seconds)
        case .jsonLines: try await Elements.jsonLines(seconds)
        case .rawJSONLines: try Elements.rawJSONLines(seconds)
        case .bytes: try await Elements.bytes(seconds)
        case .webSocketEcho: try await WebSockets.talyn(.small, seconds)
        case .rawWebSocketEcho: try await WebSockets.raw(.small, seconds)
        case .webSocketEchoes: try await WebSockets.talyn(.manySmall, seconds)
        case .rawWebSocketEchoes: try await WebSockets.raw(.manySmall, seconds)
        case .largeWebSocketEcho: try await WebSockets.talyn(.large, seconds)
        case .rawLargeWebSocketEcho: try await WebSockets.raw(.large, seconds)
        case .idleWebSockets: try await WebSockets.talyn(.idle, seconds)
        case .rawIdleWebSockets: try await WebSockets.raw(.idle, seconds)
        case .pythonWebSocketEcho: try await PythonWebSockets.echo(.small, seconds)
        case .pythonWebSocketEchoes: try await PythonWebSockets.echo(.manySmall, seconds)
        case .largePythonWebSocketEcho: try await PythonWebSockets.echo(.large, seconds)
        default: throw UnknownMeasurement()
        }
    }

    /// The client of a measurement that makes calls; nil for another one.
    private func client(_ url: String) -> (any Client)? {
        switch self {
        case .sequentialRawAsyncHTTPClient: RawAsyncHTTPClient(url: url)
        case .sequentialAsyncHTTPClient: TalynClient(url: url, .asyncHTTPClient)
        case .sequentialRawURLSession: RawURLSession(url: url)
        case .sequentialURLSession: TalynClient(url: url, .urlSession)
        case .concurrentRawAsyncHTTPClient: RawAsyncHTTPClient(url: url)
        case .concurrentAsyncHTTPClient: TalynClient(url: url, .asyncHTTPClient)
        case .concurrentRawURLSession: RawURLSession(url: url)
        case .concurrentURLSession: TalynClient(url: url, .urlSession)
        case .concurrentWithIdlePlugins: TalynClient(url: url, .asyncHTTPClient, plugins: IdlePlugins.waiting)
        case .concurrentWithPluginAtEachStation:
            TalynClient(url: url, .asyncHTTPClient, plugins: IdlePlugins.atEachStation)
        case .concurrentWithToken: TalynClient(url: url, .asyncHTTPClient, plugins: [Tokens.plugin])
        case .concurrentWithFixedField: TalynClient(url: url, .asyncHTTPClient, plugins: [Tokens.Fixed()])
        case .concurrentPosts: Posts.Talyn(url: url)
        case .concurrentRawPosts: Posts.Raw(url: url)
        case .concurrentObserved: TalynClient(url: url, .asyncHTTPClient, plugins: Observers.all)
        case .concurrentRecorded: TalynClient(url: url, .asyncHTTPClient, plugins: Observers.inMemory)
        case .concurrentWithCacheMisses: TalynClient(url: url, .asyncHTTPClient, cache: HTTPCache(), .reload)
        case .sequentialCacheHits: TalynClient(url: "\(url)-cached", .urlSession, cache: HTTPCache())
        case .sequentialURLCacheHits: RawURLSession(url: "\(url)-cached", cache: .ofBenchmark)
        case .concurrentCacheHits: TalynClient(url: "\(url)-cached", .asyncHTTPClient, cache: HTTPCache())
        case .concurrentProxyCacheHits: RawAsyncHTTPClient(url: "\(url)-proxied")
        default: nil
        }
    }

    /// Makes a number of calls, one at a time, for a tool that counts what they cost.
    func call(url: String, calls: Int) async throws {
        guard let client = client(url) else { throw UnknownMeasurement() }
        for _ in 0..<calls { try await client.call() }
    }

    private struct UnknownMeasurement: Error {}

    private func sequential(_ client: some Client, _ seconds: Double) async throws -> Sample {
        for _ in 0..<200 { try await client.call() }
        var stopwatch = Stopwatch(seconds: seconds)
        repeat { try await client.call() } while stopwatch.lap()
        return stopwatch.sample()
    }

    private func concurrent(_ client: some Client, _ seconds: Double) async throws -> Sample {
        for _ in 0..<200 { try await client.call() }
        var stopwatch = Stopwatch(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { try await client.call() } }
            while try await group.next() != nil, stopwatch.lap() {
                group.addTask { try await client.call() }
            }
            try await group.waitForAll()
        }
        return stopwatch.sample()
    }
}
#endif
