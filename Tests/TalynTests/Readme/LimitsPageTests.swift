import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynAuth
@testable import TalynCache
@testable import TalynCore
@testable import TalynPlugins
@testable import TalynRecordings
@testable import TalynStreams
@testable import TalynURLSession

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
#endif

/// The page of limits says what the code does.
struct LimitsPageTests {
    private struct Key: Authenticator {
        func apply(_ credential: String, to request: inout OutgoingRequest) {}
        func refresh(_ credential: String) -> String { credential }
    }

    private struct NoTarget: TargetType {
        var baseURL: URL { URL(string: "https://example.com")! }
        var path: RequestPath { "/" }
    }

    private struct NoTransport: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse { throw CancellationError() }
    }

    private static func text(_ bytes: Int64) -> String {
        for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift) \(unit)"
        }
        return "\(bytes / 1_000_000) MB"
    }

    private static func text(_ duration: Duration) -> String {
        duration < .seconds(1) ? "\(Int(duration / .milliseconds(1))) ms" : "\(Int(duration / .seconds(1))) s"
    }

    private static func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }

    /// The name of each limit, and its default in the code.
    private static var limits: [String: String] {
        get throws {
            let options = RequestOptions()
            let webSocket = WebSocketOptions()
            let cache = HTTPCache()
            let authentication = AuthenticationPlugin(Key())
            let reconnection = ServerSentEvent.Reconnection()
            let retry = RetryPlugin.Configuration()
            let log = TrafficLog()
            let login = OAuthRequest.metadata(at: URL(filePath: "/")).requestOptions
            let session = SessionStateMachine<Int>(owner: "", canObtain: true, scopes: [])
            let recorder = RecordingTransport(wrapping: NoTransport())
            let drained = "\(text(HTTPBody.drainTimeout)), \(text(Int64(HTTPBody.maximumDrainedSize)))"
            let shortest = EventConnectionStateMachine.shortestDelayOfServer
            let longest = EventConnectionStateMachine.longestDelayOfServer
            guard case .ratio(let ratio) = TransportOptions().decompressionLimit else { throw CancellationError() }
            let waiting = ConcurrencyLimitPlugin(1).machine.withLock { $0.maximumWaiting }
            var limits = [
                "Silence of the server": text(TransportOptions().idleTimeout),
                // It has no timeout of its own.
                "Connection attempt, URLSession": "the silence",
                "Attempt": text(options.timeout),
                "Call with its attempts": text(options.deadline),
                "Rest of a response that a redirect or a challenge replaces": drained,
                "Refresh of a credential": text(authentication.refreshTimeout),
                "Request to an authorization server, `OAuthSession`": text(try #require(login.deadline)),
                "Parameters of a grant, content of a token store, `OAuthSession`": text(AppLimit.duration),
                "Sign-in on another device, `OAuthSession`": text(.seconds(DeviceAuthorization.maximumLifetime)),
                "Sign-in in the browser of a command line, `OAuthSession`": text(standardSignInLimit),
                "Background request of a cache": text(cache.revalidations.timeout),
                "Wait for a network, ``ConnectivityPlugin``":
                    text(ConnectivityPlugin(monitor: .probe { true }).maximumWait),
                "Wait before a retry": text(retry.backoff.maximum),
                "Wait that a server asks for before a retry": text(try #require(retry.maximumRetryAfter)),
                "Wait for a server's limit, `RateLimitPlugin()`": text(try #require(RateLimitPlugin().maximumWait)),
                "Stop of calls by a response, ``RateLimitPlugin``":
                    text(RateLimitPlugin(1, per: .seconds(1)).maximumServerDelay),
                "Wait for the store of a limit or a circuit breaker": text(StoreOptions().maximumWait),
                "First event of a connection": text(options.firstEventTimeout),
                "Wait for a later event": text(options.eventTimeout),
                "Wait between the connections of events": text(reconnection.maximumBackoff),
                "Wait between the connections of events that a server asks for":
                    "\(text(shortest)) to \(text(longest))",
                "Wait for the pong of a WebSocket, pause between pings":
                    "\(text(webSocket.pongTimeout)), \(text(try #require(webSocket.pingInterval)))",
                "Wait for a server to close a WebSocket": text(webSocket.closeTimeout),
                "Wait of a reader for a message of a WebSocket": text(webSocket.messageTimeout),
                "Frame of a WebSocket that is sent, longer messages have several": text(
                    Int64(webSocket.maximumFrameSize)
                ),
                "Sent messages of a WebSocket that wait for the network": text(Int64(webSocket.sendBufferSize)),
                "Message of a WebSocket": text(Int64(webSocket.maximumMessageSize)),
                "Response in memory": text(Int64(RequestOptions.standardMaximumResponseSize)),
                "Body of a failed call": text(Int64(IncomingResponse.longestErrorBody)),
                "Response of an authorization server, `OAuthSession`": text(try #require(login.maximumResponseSize)),
                "Problem document": text(Int64(ProblemDetails.maximumSize)),
                "Decompressed body": "\(ratio) times its size",
                "Line, event or JSON text of a stream": text(Int64(standardElementLimit)),
                "Bytes that are read ahead of a slow reader":
                    text(Int64(ExchangeStateMachine<Exchange.Head>().highWaterMark)),
                "Header fields of a message": "\(HTTPFields.maximumCount)",
                "Cookies of a domain, of all domains": "\(CookieJar.cookiesPerDomain), \(CookieJar.maximumCookies)",
                "Cookies of a request": "\(CookieJar.cookiesPerRequest), \(CookieJar.longestField) bytes",
                "Compressed body of a request": text(Int64(BodyCompression.maximumSize)),
                "Cache in memory": text(Int64(MemoryCacheStore().maximumSize)),
                "Cache on the disk": text(DiskCacheStore.Options().maximumSize),
                "Body in a recording": text(Int64(recorder.recorder.maximumBodySize)),
                "Traffic log": text(Int64(log.recorder.maximumSize)),
                "Recording file": text(Int64(Recording.maximumSize)),
            ]
            limits.merge([
                "Redirects of a request": "\(RedirectPolicy.follow.limit)",
                "Repetitions on another connection": "\(FollowUpHandler.maximumRepetitions)",
                "Attempts of ``RetryPlugin``": "\(retry.maximumAttempts)",
                "Connections of events in a row that fail": text(reconnection.maximumFailures),
                "Messages of a WebSocket that nobody has received": "\(webSocket.queueLimit)",
                "Refreshes of a credential in 30 s": "\(authentication.state.withLock { $0.maximumRefreshes })",
                "Token requests for a resource in 30 s, `OAuthSession`": "\(session.maximumRequests)",
                "Access tokens of an `OAuthSession`, one for each resource": "\(SessionTokens.maximumResources)",
                "Authorization servers of an API that `OAuthSession` asks": "\(ProtectedResource.maximumServers)",
                "Background requests of a cache": "\(cache.revalidations.maximumCount)",
                "Waiting calls, ``ConcurrencyLimitPlugin``": waiting == .max ? "none" : "\(waiting)",
                "Waiting calls, ``RateLimitPlugin``": text(RateLimitPlugin(1, per: .seconds(1)).maximumWait),
                "Threads that read files": "\(FileWork.maximumThreads)",
                "Threads that read streams of uploads": "\(StreamWork.maximumThreads)",
                "Origins whose challenges are known": "\(AcceptedChallenges.maximumCount)",
            ]) { $1 }
            #if canImport(CryptoKit) || Crypto
            let verifier = HTTPMessageVerifier(requiring: []) { _ in nil }
            limits["Age of a signature, `HTTPMessageVerifier`"] = text(verifier.maximumAge)
            #endif
            #if AsyncHTTPClient && os(Linux)
            let connecting = text(AsyncHTTPClientTransport.standardConnectionTimeout)
            limits["Connection attempt, AsyncHTTPClient"] = connecting
            limits["Wait for a free connection, AsyncHTTPClient"] = connecting
            let pool = AsyncHTTPClientTransport.defaultConfiguration.connectionPool
            limits["Unused connection, AsyncHTTPClient"] = text(.nanoseconds(pool.idleTimeout.nanoseconds))
            let connections = "\(pool.concurrentHTTP1ConnectionsPerHostSoftLimit)"
            limits["HTTP/1.1 connections to a host, AsyncHTTPClient"] = connections
            limits["HTTP/1.1 connections to a host for repetitions, AsyncHTTPClient"] = connections
            #endif
            #if os(Linux)
            let onDisk = text(ResponseBodyBuffer.maximumSize)
            limits["Bytes on the disk ahead of a slow reader, URLSession on Linux"] = onDisk
            #endif
            return limits
        }
    }

    @Test func pageHasEachLimitOfTheCode() throws {
        let rows = try RepositoryFiles.tableRows(in: "Sources/Talyn/Talyn.docc/Limits.md")
            .filter { $0.count == 3 && $0[0] != "Limit" && !$0[0].hasPrefix("-") }
        #expect(rows.count > 30)
        var limits = try Self.limits
        for row in rows {
            let known = limits.removeValue(forKey: row[0])
            // TalynWebSocketTests compares these.
            if row[2].contains("WebSocketReconnection") { continue }
            #if !os(Linux)
            if row[0].hasSuffix("on Linux") { continue }
            #endif
            #if !(canImport(CryptoKit) || Crypto)
            if row[0].hasSuffix("`HTTPMessageVerifier`") { continue }
            #endif
            #if !(AsyncHTTPClient && os(Linux))
            if row[0].hasSuffix("AsyncHTTPClient") { continue }
            #endif
            #expect(known == row[1], "\(row[0])")
        }
        #expect(limits.isEmpty, "The page lacks them.")
    }
}
