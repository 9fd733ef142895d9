// With its trait, the progress is Alamofire's.
#if !Alamofire && (AsyncHTTPClient || !os(Linux))
import Foundation
import Moya
import TestSupport
import Testing

@Suite(.serialized, .sockets) struct ProgressTests {
    private typealias Reports = Recorder<ProgressResponse>

    private let queue = DispatchQueue(label: "callbacks")

    @Test func allReportsHaveTheSameProgress() async throws {
        let reports = Reports()
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "0123456789")] }) { server in
            _ = try await MoyaProvider<Local>(session: .patient)
                .result(of: Local(server.baseURL), callbackQueue: queue) { reports.record($0) }.get()
        }
        #expect(reports.events.count > 1)
        let progress = try #require(reports.events.first?.progressObject)
        #expect(reports.events.allSatisfy { $0.progressObject === progress })
        #expect(progress.completedUnitCount == 10)
        #expect(progress.totalUnitCount == 10)
    }

    @Test func aCallThatFailsBeforeAnyByteHasAProgressToo() async throws {
        let reports = Reports()
        let target = Local(try #require(URL(string: "http://127.0.0.1:1")))
        let result = await MoyaProvider<Local>(session: .patient)
            .result(of: target, callbackQueue: queue) { reports.record($0) }
        #expect(result.underlying?.asAFError?.isSessionTaskError == true)
        #expect(reports.events.count == 1)
        let progress = try #require(reports.events.last?.progressObject)
        #expect(progress.completedUnitCount == 0)
        #expect(progress.totalUnitCount == 0)
    }

    @Test func aCallThatIsCancelledBeforeItIsSentHasALastReport() async throws {
        struct Silent: RequestInterceptor {
            let asked: AsyncStream<Void>.Continuation

            func adapt(
                _ urlRequest: URLRequest,
                for session: Session,
                completion: @escaping @Sendable (Result<URLRequest, Error>) -> Void
            ) {
                asked.yield()
            }
        }
        let reports = Reports()
        let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
        let session = Session(configuration: .patient, interceptor: Silent(asked: continuation))
        let target = Local(try #require(URL(string: "http://127.0.0.1:1")))
        async let result = MoyaProvider<Local>(session: session)
            .result(of: target, callbackQueue: queue) { reports.record($0) }
        for await _ in asked { break }
        session.cancelAllRequests()
        #expect(await result.underlying?.asAFError?.isExplicitlyCancelledError == true)
        #expect(reports.events.count == 1)
        #expect(reports.events.last?.progressObject != nil)
        #expect(reports.events.last?.completed == false)
    }

    @Test func eachAttemptBeginsTheProgressAnew() async throws {
        struct Repeating: RequestInterceptor {
            func retry(
                _ request: Request,
                for session: Session,
                dueTo error: Error,
                completion: @escaping @Sendable (RetryResult) -> Void
            ) {
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            }
        }
        /// Spoils the second attempt before it is sent.
        final class Spoiling: PluginType {
            let attempts = Recorder<Void>()

            func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
                attempts.record(())
                var request = request
                if attempts.events.count == 2 { request.url = URL(string: "ftp://localhost/") }
                return request
            }
        }
        let reports = Recorder<Int64?>()
        let part = MultipartFormData(provider: .data(Data(count: 1_000)), name: "a")
        try await FaultServer.withServer(script: { _ in [.answer(401)] }) { server in
            let session = Session(configuration: .patient, interceptor: Repeating())
            let result = await MoyaProvider<Local>(session: session, plugins: [Spoiling()]).result(
                of: Local(server.baseURL, method: .post, task: .uploadMultipart([part])).strict,
                callbackQueue: queue
            ) { reports.record($0.progressObject?.completedUnitCount) }
            #expect(result.error != nil)
            #expect(server.requests.count == 1)
        }
        #expect((reports.events.first ?? nil) ?? 0 > 1_000)
        #expect(reports.events.last == 0)
    }
}
#endif
