import Foundation
import Moya
import Testing

struct StubDifferenceTests {
    private let target = Local(URL(string: "https://example.com")!)

    @Test func aStubIsThereWhenRequestReturnsOnAnyThread() async {
        nonisolated(unsafe) let provider = MoyaProvider<Local>(stubClosure: MoyaProvider.immediatelyStub)
        nonisolated(unsafe) let target = target
        func isSynchronous() -> Bool {
            var isThere = false
            let thread = Thread.current
            provider.request(target) { _ in isThere = Thread.current === thread }
            return isThere
        }
        nonisolated(unsafe) let check = isSynchronous
        #expect(isSynchronous())
        #expect(await MainActor.run { check() })
        #expect(await _Concurrency.Task.detached { check() }.value)
        let inQueue = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: check()) }
        }
        #expect(inQueue)
    }

    @Test func aDelayedStubThatIsCancelledAnswersAtOnce() async {
        let provider = MoyaProvider<Local>(stubClosure: MoyaProvider.delayedStub(86_400), callbackQueue: .global())
        let error: Error? = await withCheckedContinuation { continuation in
            provider.request(target) { continuation.resume(returning: $0.underlying) }.cancel()
        }
        #expect((error as NSError?)?.code == NSURLErrorCancelled)
    }

    @Test func aStubThatIsNotWantedAnswersAtOnce() {
        let provider = MoyaProvider<Local>()
        var status: Int?
        _ = provider.stubRequest(
            target,
            request: URLRequest(url: target.baseURL),
            callbackQueue: nil,
            completion: { status = try? $0.get().statusCode },
            endpoint: provider.endpoint(target),
            stubBehavior: .never
        )
        #expect(status == 200)
    }

    #if Alamofire
    @Test func stubsTouchNoSession() {
        let session = CountingSession()
        let provider = MoyaProvider<Local>(
            stubClosure: MoyaProvider.immediatelyStub,
            session: session,
            plugins: [NetworkActivityPlugin { _, _ in }]
        )
        provider.request(target) { _ in }
        #expect(session.requests == 0)
    }
    #endif
}

#if Alamofire
import Alamofire

/// Counts the requests that are made.
private final class CountingSession: Session, @unchecked Sendable {
    private(set) var requests = 0

    override func request(
        _ convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest {
        requests += 1
        return super.request(
            convertible,
            interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume
        )
    }
}
#endif
