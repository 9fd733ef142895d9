import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What stubbed requests come to, and when and where.
struct StubbedProviderTests {
    private func provider(
        _ sample: EndpointSampleResponse = .networkResponse(200, Data("sample".utf8)),
        callbackQueue: DispatchQueue? = nil,
        stub: @escaping MoyaProvider<Sample>.StubClosure = MoyaProvider<Sample>.immediatelyStub,
        plugins: [PluginType] = []
    ) -> MoyaProvider<Sample> {
        MoyaProvider<Sample>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { sample },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: stub,
            callbackQueue: callbackQueue,
            plugins: plugins
        )
    }

    private func http(_ status: Int) -> HTTPURLResponse {
        HTTPURLResponse(
            url: URL(string: "https://example.com")!,
            statusCode: status,
            httpVersion: nil,
            headerFields: ["A": "1"]
        )!
    }

    @Test("an immediate stub completes before the request returns")
    func immediate() {
        let log = Log()
        provider().request(Sample()) { _ in log.add("completed") }
        log.add("returned")
        #expect(log.lines == ["completed", "returned"])
    }

    @Test("an immediate stub completes on the thread of the request")
    func immediateThread() {
        let same = Box(false)
        let thread = Thread.current
        provider().request(Sample()) { _ in same.value = Thread.current === thread }
        #expect(same.value)
    }

    @Test("an immediate stub completes later on the request's callback queue")
    func callbackQueueOfRequest() async {
        let marked = MarkedQueue()
        let isCurrent: Bool = await withCheckedContinuation { continuation in
            provider().request(Sample(), callbackQueue: marked.queue) { _ in
                continuation.resume(returning: marked.isCurrent)
            }
        }
        #expect(isCurrent)
    }

    @Test("an immediate stub with a callback queue is not complete when the request returns")
    func callbackQueueIsLater() async {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let log = Log()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            provider().request(Sample(), callbackQueue: queue) { _ in
                log.add("completed")
                continuation.resume()
            }
            log.add("returned")
            queue.resume()
        }
        #expect(log.lines == ["returned", "completed"])
    }

    @Test("an immediate stub completes on the provider's callback queue")
    func callbackQueueOfProvider() async {
        let marked = MarkedQueue()
        let provider = provider(callbackQueue: marked.queue)
        let isCurrent: Bool = await withCheckedContinuation { continuation in
            provider.request(Sample()) { _ in continuation.resume(returning: marked.isCurrent) }
        }
        #expect(isCurrent)
    }

    @Test("the request's callback queue goes before the provider's")
    func callbackQueueOfBoth() async {
        let marked = MarkedQueue()
        let provider = provider(callbackQueue: DispatchQueue(label: "provider"))
        let isCurrent: Bool = await withCheckedContinuation { continuation in
            provider.request(Sample(), callbackQueue: marked.queue) { _ in
                continuation.resume(returning: marked.isCurrent)
            }
        }
        #expect(isCurrent)
    }

    @Test("a delayed stub completes on the main queue")
    func delayed() async {
        MainQueue.mark()
        let provider = provider(stub: MoyaProvider<Sample>.delayedStub(0.01))
        let log = Log()
        let isMain: Bool = await withCheckedContinuation { continuation in
            provider.request(Sample()) { _ in continuation.resume(returning: MainQueue.isCurrent) }
            log.add("returned")
        }
        #expect(isMain)
        #expect(log.lines == ["returned"])
    }

    @Test("a delayed stub completes on the callback queue")
    func delayedOnQueue() async {
        let marked = MarkedQueue()
        let provider = provider(stub: MoyaProvider<Sample>.delayedStub(0.01))
        let isCurrent: Bool = await withCheckedContinuation { continuation in
            provider.request(Sample(), callbackQueue: marked.queue) { _ in
                continuation.resume(returning: marked.isCurrent)
            }
        }
        #expect(isCurrent)
    }

    @Test("a delayed stub takes its time")
    func delay() async {
        let provider = provider(stub: MoyaProvider<Sample>.delayedStub(0.2))
        let start = DispatchTime.now()
        _ = await provider.result(of: Sample(), callbackQueue: DispatchQueue(label: "delay"))
        #expect(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds >= 200_000_000)
    }

    @Test("the closure for stubs decides by target")
    func byTarget() async throws {
        let provider = provider(stub: { $0.path == "/now" ? .immediate : .delayed(seconds: 0) })
        let log = Log()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            provider.request(Sample(path: "/later")) { _ in
                log.add("later")
                continuation.resume()
            }
            provider.request(Sample(path: "/now")) { _ in log.add("now") }
            log.add("returned")
        }
        #expect(Set(log.lines) == ["now", "later", "returned"])
        #expect(log.lines.firstIndex(of: "now")! < log.lines.firstIndex(of: "returned")!)
    }

    @Test("a stub of a network response has its status and data, the request and no HTTP response")
    func networkResponse() async throws {
        let response = try await provider(.networkResponse(201, Data("made".utf8))).result(of: Sample()).get()
        #expect(response.statusCode == 201)
        #expect(response.data.text == "made")
        #expect(response.request?.url?.absoluteString == "https://example.com/things")
        #expect(response.request?.httpMethod == "GET")
        #expect(response.response == nil)
    }

    @Test("a stub of an HTTP response has that and its status")
    func httpResponse() async throws {
        let http = http(418)
        let response = try await provider(.response(http, Data("tea".utf8))).result(of: Sample()).get()
        #expect(response.statusCode == 418)
        #expect(response.data.text == "tea")
        #expect(response.response === http)
    }

    @Test("a stub of a network error is an underlying error without a response")
    func networkError() async {
        let inner = NSError(domain: "test", code: 7)
        let error = await provider(.networkError(inner)).result(of: Sample()).error
        #expect(error?.caseName == "underlying")
        #expect(error?.wrapped as? NSError == inner)
        #expect(error?.response == nil)
    }

    @Test("by default the stub is the target's sample with status 200")
    func sampleData() async throws {
        let provider = MoyaProvider<Sample>(stubClosure: MoyaProvider<Sample>.immediatelyStub)
        let response = try await provider.result(of: Sample(sampleData: Data("sample".utf8))).get()
        #expect(response.statusCode == 200)
        #expect(response.data.text == "sample")
    }

    @Test("without validation any status is a success", arguments: [100, 200, 304, 404, 500])
    func noValidation(status: Int) async throws {
        #expect(try await provider(.networkResponse(status, Data())).result(of: Sample()).get().statusCode == status)
    }

    @Test("validation of success takes 200 to 299", arguments: [(199, false), (200, true), (299, true), (300, false)])
    func success(status: Int, passes: Bool) async {
        let result = await provider(.networkResponse(status, Data())).result(of: Sample(validationType: .successCodes))
        #expect((result.error == nil) == passes)
    }

    @Test(
        "validation of success and redirection takes 200 to 399",
        arguments: [(199, false), (200, true), (399, true), (400, false)]
    )
    func successAndRedirect(status: Int, passes: Bool) async {
        let sample = Sample(validationType: .successAndRedirectCodes)
        let result = await provider(.networkResponse(status, Data())).result(of: sample)
        #expect((result.error == nil) == passes)
    }

    @Test("validation of custom codes takes those", arguments: [(200, false), (404, true), (500, true), (501, false)])
    func custom(status: Int, passes: Bool) async {
        let sample = Sample(validationType: .customCodes([404, 500]))
        let result = await provider(.networkResponse(status, Data())).result(of: sample)
        #expect((result.error == nil) == passes)
    }

    @Test("validation of no custom codes takes all")
    func customNone() async {
        let result = await provider(.networkResponse(500, Data())).result(of: Sample(validationType: .customCodes([])))
        #expect(result.error == nil)
    }

    @Test("failed validation of a stub is an underlying error of the status code with the response")
    func failedValidation() async {
        let result = await provider(.networkResponse(404, Data("no".utf8))).result(
            of: Sample(validationType: .successCodes)
        )
        guard case .failure(.underlying(let inner, let response)) = result else {
            Issue.record("not underlying")
            return
        }
        guard case .statusCode(let innerResponse)? = inner as? MoyaError else {
            Issue.record("not statusCode")
            return
        }
        #expect(response?.statusCode == 404)
        #expect(response?.data.text == "no")
        #expect(innerResponse === response)
        #expect(result.error?.errorDescription == "Status code didn't fall within the given range.")
    }

    @Test("failed validation keeps the HTTP response of the stub")
    func failedValidationOfHTTPResponse() async {
        let http = http(500)
        let result = await provider(.response(http, Data())).result(of: Sample(validationType: .successCodes))
        #expect(result.error?.response?.response === http)
    }

    @Test("a stub does not call the closure for progress")
    func progress() async throws {
        let log = Log()
        _ = try await provider().result(of: Sample(), progress: { _ in log.add("progress") }).get()
        #expect(log.lines == [])
    }

    @Test(
        "a stub answers tasks of any kind",
        arguments: [
            Task.uploadFile(URL(fileURLWithPath: "/nowhere")),
            Task.uploadMultipart([MultipartFormData(provider: .data(Data()), name: "a")]),
            Task.downloadDestination { url, _ in (url, []) },
        ]
    )
    func otherTasks(task: Moya.Task) async throws {
        #expect(try await provider().result(of: Sample(method: .post, task: task)).get().data.text == "sample")
    }

    @Test("a target without a valid URL fails before the stub")
    func invalidURL() async {
        let provider = MoyaProvider<Sample>(
            endpointClosure: { target in
                Endpoint(
                    url: "",
                    sampleResponseClosure: { .networkResponse(200, Data()) },
                    method: .get,
                    task: .requestPlain,
                    httpHeaderFields: nil
                )
            },
            stubClosure: MoyaProvider<Sample>.immediatelyStub
        )
        #expect(await provider.result(of: Sample()).error?.caseName == "requestMapping")
    }

    @Test("parameters that cannot be encoded fail before the stub")
    func invalidParameters() async {
        let refused = Sample(task: .requestParameters(parameters: [:], encoding: RefusingEncoding()))
        #expect(await provider().result(of: refused).error?.caseName == "parameterEncoding")
    }

    @Test("a value that cannot be encoded fails as an underlying error of encodable mapping")
    func unencodable() async {
        let error = await provider().result(of: Sample(task: .requestJSONEncodable(Double.nan))).error
        #expect(error?.caseName == "underlying")
        #expect((error?.wrapped as? MoyaError)?.caseName == "encodableMapping")
    }

    @Test("a provider knows what it was made with")
    func properties() {
        let recorder = Recorder()
        let provider = provider(plugins: [recorder])
        #expect(provider.plugins.count == 1)
        #expect(provider.plugins.first as? Recorder === recorder)
        #expect(!provider.trackInflights)
        #expect(provider.inflightRequests.isEmpty)
        #expect(provider.endpoint(Sample(path: "/a")).url == "https://example.com/a")
    }

    @Test("the closures for stubs give their behaviours")
    func behaviours() {
        guard case .never = MoyaProvider<Sample>.neverStub(Sample()) else { Issue.record("never"); return }
        guard case .immediate = MoyaProvider<Sample>.immediatelyStub(Sample()) else {
            Issue.record("immediate"); return
        }
        guard case .delayed(let seconds) = MoyaProvider<Sample>.delayedStub(3)(Sample()) else {
            Issue.record("delayed")
            return
        }
        #expect(seconds == 3)
    }
}
