import ArgumentParser

/// What a process can measure.
enum Measurement: String, ExpressibleByArgument, CaseIterable {
    case sequentialRawAsyncHTTPClient
    case sequentialAsyncHTTPClient
    case sequentialRawURLSession
    case sequentialURLSession
    case concurrentRawAsyncHTTPClient
    case concurrentAsyncHTTPClient
    case concurrentRawURLSession
    case concurrentURLSession
    case concurrentWithIdlePlugins
    case stubsWithCompletionHandler
    case stubsAsync
    case urlEncoding
    case jsonEncoding
    case multipartToFile
    case downloadAsyncHTTPClient
    case downloadRawAsyncHTTPClient
    case longDownloadAsyncHTTPClient
    case longDownloadURLSession
    case longUploadAsyncHTTPClient
    case longUploadURLSession
    case events
    case eventsOfManyLines
    case lines
    case jsonLines
    case rawJSONLines
    case bytes

    func run(url: String, seconds: Double) async throws -> Sample {
        switch self {
        case .sequentialRawAsyncHTTPClient: try await sequential(RawAsyncHTTPClient(url: url), seconds)
        case .sequentialAsyncHTTPClient: try await sequential(TalynClient(url: url, .asyncHTTPClient), seconds)
        case .sequentialRawURLSession: try await sequential(RawURLSession(url: url), seconds)
        case .sequentialURLSession: try await sequential(TalynClient(url: url, .urlSession), seconds)
        case .concurrentRawAsyncHTTPClient: try await concurrent(RawAsyncHTTPClient(url: url), seconds)
        case .concurrentAsyncHTTPClient: try await concurrent(TalynClient(url: url, .asyncHTTPClient), seconds)
        case .concurrentRawURLSession: try await concurrent(RawURLSession(url: url), seconds)
        case .concurrentURLSession: try await concurrent(TalynClient(url: url, .urlSession), seconds)
        case .concurrentWithIdlePlugins:
            try await concurrent(TalynClient(url: url, .asyncHTTPClient, plugins: IdlePlugins.all), seconds)
        case .stubsWithCompletionHandler: Stubs.withCompletionHandler(seconds)
        case .stubsAsync: try await Stubs.async(seconds)
        case .urlEncoding: try Encodings.url(seconds)
        case .jsonEncoding: try Encodings.json(seconds)
        case .multipartToFile: try await Multipart.toFile(seconds)
        case .downloadAsyncHTTPClient: try await Downloads(url: url, .asyncHTTPClient).repeated(seconds)
        case .downloadRawAsyncHTTPClient: try await Downloads.raw(url: url, seconds)
        case .longDownloadAsyncHTTPClient: try await Downloads(url: url, .asyncHTTPClient).long()
        case .longDownloadURLSession: try await Downloads(url: url, .urlSession).long()
        case .longUploadAsyncHTTPClient: try await Multipart.upload(to: url, .asyncHTTPClient)
        case .longUploadURLSession: try await Multipart.upload(to: url, .urlSession)
        case .events: try await Elements.events(of: 1, seconds)
        case .eventsOfManyLines: try await Elements.events(of: 4, seconds)
        case .lines: try await Elements.lines(seconds)
        case .jsonLines: try await Elements.jsonLines(seconds)
        case .rawJSONLines: try Elements.rawJSONLines(seconds)
        case .bytes: try await Elements.bytes(seconds)
        }
    }

    private func sequential(_ client: some Client, _ seconds: Double) async throws -> Sample {
        for _ in 0..<200 { try await client.get() }
        var stopwatch = Stopwatch(seconds: seconds)
        repeat { try await client.get() } while stopwatch.lap()
        return stopwatch.sample()
    }

    private func concurrent(_ client: some Client, _ seconds: Double) async throws -> Sample {
        for _ in 0..<200 { try await client.get() }
        var stopwatch = Stopwatch(seconds: seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { try await client.get() } }
            while try await group.next() != nil, stopwatch.lap() {
                group.addTask { try await client.get() }
            }
            try await group.waitForAll()
        }
        return stopwatch.sample()
    }
}
