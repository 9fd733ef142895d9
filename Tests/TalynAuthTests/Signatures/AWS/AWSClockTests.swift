import _TalynSupport

#if canImport(CryptoKit) || Crypto
import Foundation
import HTTPTypes
import TalynCore
import TestSupport
import Testing

@testable import TalynAuth

@Suite("AWS signatures and wrong clocks")
struct AWSClockTests {
    typealias Plugins = AWSSigningPluginTests

    /// The date of the server, two hours after the local one, and the time of the signatures by it.
    private static let serverDate = "Fri, 24 May 2013 02:00:00 GMT"
    private static let serverTime = "20130524T020000Z"

    /// An error as services of AWS answer it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        var status = 403
        var type: String?
        var body = ""
        var date = AWSClockTests.serverDate

        var testDescription: String { "\(status) \(type ?? String(body.prefix(80)))" }

        func response(in pieces: Int = 1) -> TransportResponse {
            var fields: HTTPFields = [.date: date]
            fields[.named("x-amzn-ErrorType")] = type
            guard pieces > 1 else {
                return TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(Data(body.utf8)))
            }
            let data = Data(body.utf8)
            let chunks = AsyncStream<Data> { continuation in
                for byte in data { continuation.yield(Data([byte])) }
                continuation.finish()
            }
            return TransportResponse(statusCode: status, headerFields: fields, body: HTTPBody(chunks))
        }
    }

    /// Sends a request to a server that refuses each signature with another time than its own.
    ///
    /// - Returns: The last response, and the times of the signatures.
    private static func send(
        _ request: OutgoingRequest,
        refusal: TransportResponse,
        by plugin: AWSSigningPlugin = Plugins.plugin()
    ) async throws -> (response: TransportResponse, times: [String]) {
        let sent = Recorder<String>()
        let response = try await plugin.intercept(request) { request in
            let time = request.headerFields["X-Amz-Date"] ?? ""
            sent.record(time)
            guard time != Self.serverTime else { return TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
            return refusal
        }
        return (response, sent.events)
    }

    private static let tooSkewed = Refusal(
        body: #"<?xml version="1.0"?><Error><Code>RequestTimeTooSkewed</Code><Message>The difference</Message></Error>"#
    )

    @Test("a wrong local clock is corrected by the server's date, once")
    func clockIsCorrected() async throws {
        let plugin = Plugins.plugin()
        let first = try await Self.send(Plugins.request(), refusal: Self.tooSkewed.response(), by: plugin)
        #expect(first.response.statusCode == 200)
        #expect(first.times == ["20130524T000000Z", Self.serverTime])
        let second = try await Self.send(Plugins.request(), refusal: Self.tooSkewed.response(), by: plugin)
        #expect(second.times == [Self.serverTime])
    }

    @Test("a wrong local clock is corrected for each of the calls that were signed with it")
    func clockIsCorrectedForParallelCalls() async throws {
        let refused = Watched(0)
        let transport = ClosureTransport { request in
            guard request.headerFields["X-Amz-Date"] != Self.serverTime else {
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
            // Both are sent before one of them knows the server's time.
            refused.update { $0 += 1 }
            await refused.wait { $0 >= 2 }
            return Self.tooSkewed.response()
        }
        let plugin = Plugins.plugin()
        async let first = plugin.intercept(Plugins.request()) { try await transport.send($0) }
        async let second = plugin.intercept(Plugins.request()) { try await transport.send($0) }
        #expect(try await [first.statusCode, second.statusCode] == [200, 200])
        #expect(refused.value == 2)
    }

    @Test(
        "a clock that is ahead is corrected, though temporary credentials have expired by it",
        .bug("https://github.com/aws/aws-sdk-js-v3/issues/353", "Clock skew and refreshed credentials")
    )
    func clockAheadIsCorrected() async throws {
        let loads = Locked(0)
        // The local clock is three hours ahead of the server's, and the credentials have an hour left.
        let source = AWSCredentialSource {
            loads.withLock { $0 += 1 }
            return AWSCredentials(
                accessKeyID: "K",
                secretAccessKey: "s",
                expiration: Plugins.date.addingTimeInterval(10_800)
            )
        }
        let plugin = AWSSigningPlugin(
            region: "r",
            service: "sts",
            credentials: source,
            clock: ManualClock(),
            now: { Plugins.date.addingTimeInterval(18_000) }
        )
        for times in [["20130524T050000Z", Self.serverTime], [Self.serverTime]] {
            let (response, sent) = try await Self.send(
                Plugins.request(),
                refusal: Self.tooSkewed.response(),
                by: plugin
            )
            #expect(response.statusCode == 200)
            #expect(sent == times)
        }
        #expect(loads.withLock { $0 } == 1)
    }

    @Test("a refusal with a right clock isn't repeated")
    func refusalIsNotRepeated() async throws {
        var refusal = Self.tooSkewed
        refusal.date = "Fri, 24 May 2013 00:03:00 GMT"
        let (response, times) = try await Self.send(Plugins.request(), refusal: refusal.response())
        #expect(response.statusCode == 403)
        #expect(times.count == 1)
    }

    @Test(
        "a POST is signed once more if the code of the error tells that its signature or its time was refused",
        .bug("https://github.com/aws/aws-sdk-java/issues/519", "AWS EC2 clock skew error detection problem"),
        .bug(
            "https://github.com/aws-amplify/amplify-js/issues/7913",
            "correctClockSkew doesn't work if the clock is behind"
        ),
        arguments: [
            tooSkewed, Refusal(status: 400, type: "InvalidSignatureException"),
            Refusal(type: "InvalidSignatureException:http://internal.amazon.com/coral/com.amazon.coral.service/"),
            Refusal(
                status: 400,
                body: #"{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"x"}"#
            ),
            Refusal(body: #"{"code":"RequestExpired"}"#),
            Refusal(body: "<Error><Code>SignatureDoesNotMatch</Code></Error>"),
            Refusal(status: 401, body: "<Response><Errors><Error><Code>AuthFailure</Code></Error></Errors></Response>"),
        ],
        [1, 2]
    )
    func refusedSignaturesAreRepeated(_ refusal: Refusal, _ pieces: Int) async throws {
        let request = Plugins.request(.post, body: HTTPBody(Data("pay".utf8)))
        let (response, times) = try await Self.send(request, refusal: refusal.response(in: pieces))
        #expect(response.statusCode == 200)
        #expect(times == ["20130524T000000Z", Self.serverTime])
    }

    @Test(
        "a request isn't repeated after another error, and the caller gets its whole body",
        arguments: [
            Refusal(body: "<Error><Code>AccessDenied</Code></Error>"),
            Refusal(status: 400, type: "ValidationException"),
            Refusal(status: 400, type: "ValidationException", body: "<Code>RequestTimeTooSkewed</Code>"),
            Refusal(status: 400, body: #"{"__type":"ConditionalCheckFailedException"}"#), Refusal(body: "{"), Refusal(),
            Refusal(status: 409, body: "<Code>RequestTimeTooSkewed</Code>"),
            Refusal(body: "<Code>RequestTimeTooSkewed"),
            Refusal(body: String(repeating: "a", count: 70_000) + "<Code>RequestTimeTooSkewed</Code>"),
        ],
        [1, 2]
    )
    func otherErrorsAreNotRepeated(_ refusal: Refusal, _ pieces: Int) async throws {
        let plugin = Plugins.plugin()
        let request = Plugins.request(.post, body: HTTPBody(Data("pay".utf8)))
        let (response, times) = try await Self.send(request, refusal: refusal.response(in: pieces), by: plugin)
        #expect(response.statusCode == refusal.status)
        #expect(times == ["20130524T000000Z"])
        var body = Data()
        for try await chunk in response.body { body.append(chunk) }
        #expect(body == Data(refusal.body.utf8))
        // The clock isn't corrected by the date of such a response.
        #expect(try await plugin.signed(request).headerFields["X-Amz-Date"] == "20130524T000000Z")
    }

    @Test("an error of reading the body comes to the caller with the bytes before it")
    func bodyFails() async throws {
        struct Failure: Error {}
        let body = HTTPBody(
            AsyncThrowingStream<Data, any Error> { continuation in
                continuation.yield(Data("<Code>Reques".utf8))
                continuation.finish(throwing: Failure())
            }
        )
        let refusal = TransportResponse(statusCode: 403, headerFields: [.date: Self.serverDate], body: body)
        let (response, times) = try await Self.send(Plugins.request(), refusal: refusal)
        #expect(times.count == 1)
        var read = Data()
        do {
            for try await chunk in response.body { read.append(chunk) }
            Issue.record("The body has an end.")
        } catch is Failure {}
        #expect(String(decoding: read, as: UTF8.self) == "<Code>Reques")
    }

    @Test("a second reader of the body continues after the first one")
    func secondReaderContinues() async throws {
        let chunks = InTurn<Data?>([Data(repeating: 1, count: 70_000), Data([2]), Data([3]), nil])
        let body = HTTPBody { chunks.next() }
        let refusal = TransportResponse(statusCode: 403, headerFields: [.date: Self.serverDate], body: body)
        let (response, _) = try await Self.send(Plugins.request(), refusal: refusal)
        var first = response.body.makeAsyncIterator()
        #expect(try await first.next()?.count == 70_000)
        #expect(try await first.next() == Data([2]))
        var second = response.body.makeAsyncIterator()
        #expect(try await second.next() == Data([3]))
        #expect(try await second.next() == nil)
    }

    @Test("the response to HEAD has no body that could tell, and so its date decides")
    func headIsRepeated() async throws {
        let (response, times) = try await Self.send(Plugins.request(.head), refusal: Refusal().response())
        #expect(response.statusCode == 200)
        #expect(times.count == 2)
    }

    @Test(
        "a request that waited for longer than its signature is valid is signed once more",
        .bug("https://github.com/smithy-lang/smithy-typescript/pull/1965", "Retry errors that are due to clock skew")
    )
    func requestThatWaitedIsSignedAnew() async throws {
        let date = Locked(Plugins.date)
        let sent = Recorder<String>()
        let plugin = Plugins.plugin(now: { date.withLock { $0 } })
        let response = try await plugin.intercept(Plugins.request()) { request in
            sent.record(request.headerFields["X-Amz-Date"] ?? "")
            guard sent.events.count == 1 else { return TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
            // The system suspends the process for two hours.
            date.withLock { $0 += 7_200 }
            return Self.tooSkewed.response()
        }
        #expect(response.statusCode == 200)
        #expect(sent.events == ["20130524T000000Z", Self.serverTime])
    }
}
#endif
