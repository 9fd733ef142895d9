import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Cancelling stubbed requests, and sharing the ones in flight.
struct StubbedCancellationTests {
    private func held() -> DispatchQueue {
        let queue = DispatchQueue(label: "held")
        queue.suspend()
        return queue
    }

    @Test("a request is not cancelled until it is")
    func isCancelled() {
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.delayedStub(0))
        let token = provider.request(Sample(), callbackQueue: DispatchQueue(label: "any")) { _ in }
        #expect(!token.isCancelled)
        token.cancel()
        #expect(token.isCancelled)
    }

    @Test("a cancelled stub fails with the error of a cancelled URL")
    func cancelled() async {
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub)
        let queue = held()
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(Sample(), callbackQueue: queue) { continuation.resume(returning: $0.error) }
            token.cancel()
            queue.resume()
        }
        #expect(error?.caseName == "underlying")
        #expect((error?.wrapped as? NSError)?.domain == NSURLErrorDomain)
        #expect((error?.wrapped as? NSError)?.code == NSURLErrorCancelled)
        #expect((error?.wrapped as? NSError)?.code == -999)
        #expect(error?.response == nil)
    }

    @Test("a cancelled delayed stub fails with the same error, on the callback queue")
    func cancelledDelayed() async {
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.delayedStub(0))
        let marked = MarkedQueue()
        marked.queue.suspend()
        let (code, isCurrent): (Int?, Bool) = await withCheckedContinuation { continuation in
            let token = provider.request(Sample(), callbackQueue: marked.queue) { result in
                continuation.resume(returning: ((result.error?.wrapped as? NSError)?.code, marked.isCurrent))
            }
            token.cancel()
            marked.queue.resume()
        }
        #expect(code == NSURLErrorCancelled)
        #expect(isCurrent)
    }

    @Test("plugins receive and process the cancellation of a stub that was sent")
    func pluginsOfCancelled() async {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub, plugins: [recorder])
        let queue = held()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let token = provider.request(Sample(), callbackQueue: queue) { _ in
                recorder.log.add("completed")
                continuation.resume()
            }
            token.cancel()
            queue.resume()
        }
        #expect(
            recorder.log.lines == [
                "plugin prepare", "plugin willSend", "plugin didReceive", "plugin process", "completed",
            ]
        )
    }

    @Test("cancelling after the completion changes nothing")
    func afterwards() {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub, plugins: [recorder])
        let token = provider.request(Sample()) { _ in recorder.log.add("completed") }
        token.cancel()
        #expect(token.isCancelled)
        #expect(recorder.log.lines.filter { $0 == "completed" }.count == 1)
        #expect(recorder.log.lines.count == 5)
    }

    @Test("a request cancelled before its closure answers fails with the same error")
    func beforeAnswer() async {
        let answer = Box<() -> Void>({})
        let provider = MoyaProvider<Sample>(
            requestClosure: { endpoint, done in answer.value = { done(.success(try! endpoint.urlRequest())) } },
            stubClosure: MoyaProvider<Sample>.immediatelyStub
        )
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(Sample()) { continuation.resume(returning: $0.error) }
            token.cancel()
            answer.value()
        }
        #expect(error?.caseName == "underlying")
        #expect((error?.wrapped as? NSError)?.domain == NSURLErrorDomain)
        #expect((error?.wrapped as? NSError)?.code == NSURLErrorCancelled)
    }

    @Test("a request cancelled before its closure fails is cancelled all the same")
    func beforeFailure() async {
        let answer = Box<() -> Void>({})
        let provider = MoyaProvider<Sample>(
            requestClosure: { _, done in answer.value = { done(.failure(.requestMapping("no"))) } },
            stubClosure: MoyaProvider<Sample>.immediatelyStub
        )
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(Sample()) { continuation.resume(returning: $0.error) }
            token.cancel()
            answer.value()
        }
        #expect(error?.caseName == "underlying")
    }

    @Test("equal requests in flight are sent once and complete all")
    func sharedInFlight() async {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(
            stubClosure: MoyaProvider<Sample>.immediatelyStub,
            plugins: [recorder],
            trackInflights: true
        )
        let queue = held()
        let done = Log()
        #expect(provider.trackInflights)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            for name in ["first", "second"] {
                provider.request(Sample(), callbackQueue: queue) { _ in
                    done.add(name)
                    if done.lines.count == 2 { continuation.resume() }
                }
            }
            #expect(provider.inflightRequests.count == 1)
            #expect(provider.inflightRequests.values.first?.count == 2)
            queue.resume()
        }
        #expect(done.lines == ["first", "second"])
        #expect(
            recorder.log.lines == [
                "plugin prepare", "plugin willSend", "plugin didReceive", "plugin process", "plugin process",
            ]
        )
    }

    @Test("other requests in flight are sent on their own")
    func otherInFlight() async {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(
            stubClosure: MoyaProvider<Sample>.immediatelyStub,
            plugins: [recorder],
            trackInflights: true
        )
        let queue = held()
        let done = Log()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            for path in ["/first", "/second"] {
                provider.request(Sample(path: path), callbackQueue: queue) { _ in
                    done.add(path)
                    if done.lines.count == 2 { continuation.resume() }
                }
            }
            #expect(provider.inflightRequests.count == 2)
            queue.resume()
        }
        #expect(Set(done.lines) == ["/first", "/second"])
        #expect(recorder.log.lines.filter { $0 == "plugin willSend" }.count == 2)
    }

    @Test("a request that is complete is no longer in flight")
    func noLongerInFlight() {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(
            stubClosure: MoyaProvider<Sample>.immediatelyStub,
            plugins: [recorder],
            trackInflights: true
        )
        provider.request(Sample()) { _ in }
        #expect(provider.inflightRequests.isEmpty)
        provider.request(Sample()) { _ in }
        #expect(recorder.log.lines.filter { $0 == "plugin willSend" }.count == 2)
    }

    @Test("requests are not shared unless asked for")
    func unshared() async {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub, plugins: [recorder])
        let queue = held()
        let done = Log()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            for name in ["first", "second"] {
                provider.request(Sample(), callbackQueue: queue) { _ in
                    done.add(name)
                    if done.lines.count == 2 { continuation.resume() }
                }
            }
            #expect(provider.inflightRequests.isEmpty)
            queue.resume()
        }
        #expect(recorder.log.lines.filter { $0 == "plugin willSend" }.count == 2)
    }
}
