#if Tools
import Foundation

/// One line of the table: something of ours, and what it is measured against.
struct Row {
    /// What is compared.
    enum Figure {
        /// Time for one operation, ours in relation to theirs.
        case time
        /// Processor time for one operation, ours in relation to the same without what is measured.
        case cpu
        /// Operations a second, ours in relation to theirs.
        case throughput
        /// Operations a second, without anything to compare with.
        case rate
        /// Megabytes a second, ours in relation to theirs if there are any.
        case megabytes
        /// Memory for one operation, ours in addition to theirs.
        case memory
    }

    let name: String
    let figure: Figure
    let ours: Measurement
    let theirs: Measurement?
    /// Whether its requests go to the server that forgets what it gets.
    let isSent: Bool
    /// Whether it takes so long that one has to ask for it.
    let isLong: Bool

    static let all = [
        Row("GET one at a time, AsyncHTTPClient", .time, .sequentialAsyncHTTPClient, .sequentialRawAsyncHTTPClient),
        Row(
            "GET 64 in flight, AsyncHTTPClient",
            .throughput,
            .concurrentAsyncHTTPClient,
            .concurrentRawAsyncHTTPClient
        ),
        Row("GET one at a time, URLSession", .time, .sequentialURLSession, .sequentialRawURLSession),
        Row("GET 64 in flight, URLSession", .throughput, .concurrentURLSession, .concurrentRawURLSession),
        Row("GET 64 in flight, processor time", .cpu, .concurrentAsyncHTTPClient, .concurrentRawAsyncHTTPClient),
        Row(
            "POST of JSON with a token and four header fields, 64 in flight",
            .cpu,
            .concurrentPosts,
            .concurrentRawPosts
        ),
        Row(
            "GET 64 in flight, four plugins, one at each station, against none",
            .cpu,
            .concurrentWithPluginAtEachStation,
            .concurrentAsyncHTTPClient
        ),
        Row(
            "GET 64 in flight, four idle plugins that can wait against none",
            .cpu,
            .concurrentWithIdlePlugins,
            .concurrentAsyncHTTPClient
        ),
        Row(
            "GET 64 in flight, a token of OAuth against a fixed header field",
            .cpu,
            .concurrentWithToken,
            .concurrentWithFixedField
        ),
        Row(
            "GET 64 in flight, traces, metrics and logs without a backend",
            .cpu,
            .concurrentObserved,
            .concurrentAsyncHTTPClient
        ),
        Row(
            "GET 64 in flight, traces, metrics and logs in memory",
            .cpu,
            .concurrentRecorded,
            .concurrentAsyncHTTPClient
        ),
        Row("immediate stubs of Moya, completion handler", .rate, .moyaStubs),
        Row("immediate stubs, against a URL and its URLRequest alone", .throughput, .stubs, .requestAlone),
        Row("replay of 10,000 entries", .rate, .replay),
        Row("immediate stubs of a strict set of 100, by target", .rate, .strictStubsByTarget),
        Row("immediate stubs of a strict set of 100, by path", .rate, .strictStubsByPath),
        Row(
            "immediate stubs of a strict set of 10,000 against 100, by target",
            .throughput,
            .manyStrictStubsByTarget,
            .strictStubsByTarget
        ),
        Row(
            "immediate stubs of a strict set of 10,000 against 100, by path",
            .throughput,
            .manyStrictStubsByPath,
            .strictStubsByPath
        ),
        Row("recording of 100,000 entries, loaded", .megabytes, .loadRecording),
        Row("report of 5,000 entries, written", .megabytes, .report),
        Row("secrets of a JSON body, masked", .megabytes, .maskedJSON),
        Row("secrets of a text body, masked", .megabytes, .maskedText),
        Row("secrets of ten header fields, masked", .rate, .maskedHeaderFields),
        Row("signature of AWS, 1 KB", .rate, .awsSignature),
        Row("proof of possession, ES256", .rate, .proof),
        Row("signature of a message, Ed25519", .rate, .messageSignature),
        Row("cache hits of 1 KB from memory", .rate, .memoryCacheHits),
        Row("cache hits of 1 KB from memory, 16 in flight", .rate, .concurrentMemoryCacheHits),
        Row("cache hits of 1 KB from 100,000 files", .rate, .diskCacheHits),
        Row("cache hits of 1 KB from 100,000 files, 16 in flight", .rate, .concurrentDiskCacheHits),
        Row(
            "cache hits of 1 KB from 1,000,000 files against 100,000, 16 in flight",
            .throughput,
            .manyDiskCacheHits,
            .concurrentDiskCacheHits,
            isLong: true
        ),
        Row("cache hits, against URLCache", .throughput, .sequentialCacheHits, .sequentialURLCacheHits),
        Row(
            "cache hits 64 in flight, against GET of nginx's proxy cache",
            .throughput,
            .concurrentCacheHits,
            .concurrentProxyCacheHits
        ),
        Row("cache folder of 100,000 responses, opened for a hit", .rate, .diskCacheOpening),
        Row(
            "GET 64 in flight, cache misses against no cache",
            .cpu,
            .concurrentWithCacheMisses,
            .concurrentAsyncHTTPClient
        ),
        Row(
            "concurrency limit, 100,000 waiting against 100",
            .time,
            .concurrencyLimitWithManyWaiting,
            .concurrencyLimitWithFewWaiting
        ),
        Row("rate limit, 100,000 waiting against 100", .time, .rateLimitWithManyWaiting, .rateLimitWithFewWaiting),
        Row("10,000 calls in flight, AsyncHTTPClient", .memory, .callsInFlight, .rawCallsInFlight, isSent: true),
        Row("immediate stubs, macro target against hand-written", .throughput, .declaredStubs, .handWrittenStubs),
        Row("request with a path value, macro target against hand-written", .time, .declaredPath, .handWrittenPath),
        Row("request with a query, macro target against hand-written", .time, .declaredQuery, .handWrittenQuery),
        Row("request with a JSON body, macro target against hand-written", .time, .declaredBody, .handWrittenBody),
        Row("request with JSON fields, macro target against hand-written", .time, .declaredFields, .handWrittenFields),
        Row("query, 20 nested keys", .rate, .query),
        Row("JSON body, 20 nested keys", .rate, .jsonBody),
        Row("multipart of 10 files of 1 MB to a file", .megabytes, .multipartToFile),
        Row("download to a file, AsyncHTTPClient", .megabytes, .downloadAsyncHTTPClient, .downloadRawAsyncHTTPClient),
        Row("download of 1 GB, AsyncHTTPClient", .megabytes, .longDownloadAsyncHTTPClient),
        Row("download of 1 GB, URLSession", .megabytes, .longDownloadURLSession),
        Row("multipart upload of 1 GB, AsyncHTTPClient", .megabytes, .longUploadAsyncHTTPClient),
        Row("multipart upload of 1 GB, URLSession", .megabytes, .longUploadURLSession),
        Row("stream, AsyncHTTPClient", .megabytes, .streamAsyncHTTPClient, .streamRawAsyncHTTPClient),
        Row("stream, URLSession", .megabytes, .streamURLSession),
        Row("stream of 1 GB, read late, AsyncHTTPClient", .megabytes, .lateStreamAsyncHTTPClient),
        Row("stream of 1 GB, read late, URLSession", .megabytes, .lateStreamURLSession),
        Row(
            "sequence of 1 GB sent, AsyncHTTPClient",
            .megabytes,
            .sendAsyncHTTPClient,
            .sendRawAsyncHTTPClient,
            isSent: true
        ),
        Row("sequence of 1 GB sent, URLSession", .megabytes, .sendURLSession, isSent: true),
        Row(
            "file of 1 GB sent, AsyncHTTPClient",
            .megabytes,
            .sendFileAsyncHTTPClient,
            .sendFileRawAsyncHTTPClient,
            isSent: true
        ),
        Row("file of 1 GB sent, URLSession", .megabytes, .sendFileURLSession, isSent: true),
        Row("download of 10 GB, AsyncHTTPClient", .megabytes, .longestDownloadAsyncHTTPClient, isLong: true),
        Row("download of 10 GB, URLSession", .megabytes, .longestDownloadURLSession, isLong: true),
        Row("file of 10 GB sent, AsyncHTTPClient", .megabytes, .longestSendAsyncHTTPClient, isSent: true, isLong: true),
        Row("file of 10 GB sent, URLSession", .megabytes, .longestSendURLSession, isSent: true, isLong: true),
        Row("server-sent events", .megabytes, .events),
        Row("server-sent events of many lines", .megabytes, .eventsOfManyLines),
        Row("lines", .megabytes, .lines),
        Row("JSON Lines against JSONDecoder alone", .megabytes, .jsonLines, .rawJSONLines),
        Row("bytes", .megabytes, .bytes),
        Row("WebSocket, echo of 100 bytes, one at a time", .time, .webSocketEcho, .rawWebSocketEcho),
        Row("WebSocket, echo of 100 bytes, 64 in flight", .throughput, .webSocketEchoes, .rawWebSocketEchoes),
        Row("WebSocket, echo of 1 MB", .throughput, .largeWebSocketEcho, .rawLargeWebSocketEcho),
        Row("WebSocket, 1,000 idle connections", .memory, .idleWebSockets, .rawIdleWebSockets),
        Row(
            "WebSocket, echo of 100 bytes, one at a time, against Python's websockets",
            .time,
            .webSocketEcho,
            .pythonWebSocketEcho
        ),
        Row(
            "WebSocket, echo of 100 bytes, 64 in flight, against Python's websockets",
            .throughput,
            .webSocketEchoes,
            .pythonWebSocketEchoes
        ),
        Row(
            "WebSocket, echo of 1 MB, against Python's websockets",
            .throughput,
            .largeWebSocketEcho,
            .largePythonWebSocketEcho
        ),
    ]

    private init(
        _ name: String,
        _ figure: Figure,
        _ ours: Measurement,
        _ theirs: Measurement? = nil,
        isSent: Bool = false,
        isLong: Bool = false
    ) {
        self.name = name
        self.figure = figure
        self.ours = ours
        self.theirs = theirs
        self.isSent = isSent
        self.isLong = isLong
    }

    /// The medians of a row.
    struct Samples {
        var ours: Sample
        /// The sample of what ours is compared with.
        var theirs: Sample?
        /// The sample of the baseline.
        var before: Sample?
    }

    /// Measures all sides in turn and keeps the median of each.
    ///
    /// - Parameter baseline: The executable of another build.
    func samples(rounds: Int, seconds: Double, url: String, baseline: String?) async throws -> Samples {
        var ours: [Sample] = []
        var theirs: [Sample] = []
        var before: [Sample] = []
        for _ in 0..<max(rounds, 1) {
            if let measurement = self.theirs { theirs.append(try await measured(measurement, seconds, url)) }
            // An older build doesn't know newer measurements.
            if let baseline, let sample = try? await measured(self.ours, seconds, url, by: baseline) {
                before.append(sample)
            }
            ours.append(try await measured(self.ours, seconds, url))
        }
        guard let median = Self.median(ours) else { throw NoSample() }
        return Samples(ours: median, theirs: Self.median(theirs), before: Self.median(before))
    }

    private struct NoSample: Error {}

    private static func median(_ samples: [Sample]) -> Sample? {
        samples.isEmpty ? nil : samples.sorted { $0.perSecond < $1.perSecond }[samples.count / 2]
    }

    /// Measures in a process of its own.
    private func measured(
        _ measurement: Measurement,
        _ seconds: Double,
        _ url: String,
        by executable: String = CommandLine.arguments[0]
    ) async throws -> Sample {
        let arguments = ["--measure", measurement.rawValue, "--seconds", "\(seconds)", "--url", url]
        let json = try await Child.output(of: executable, arguments)
        return try JSONDecoder().decode(Sample.self, from: json)
    }
}
#endif
