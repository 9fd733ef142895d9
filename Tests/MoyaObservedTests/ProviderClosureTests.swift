import Foundation
import Moya
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Closures for endpoints and requests, and subclasses.
struct ProviderClosureTests {
    private static let stub = MoyaProvider<Sample>.immediatelyStub

    @Test("the closure for endpoints makes the request")
    func endpointClosure() async throws {
        let provider = MoyaProvider<Sample>(
            endpointClosure: { $0.endpoint.adding(newHTTPHeaderFields: ["X-Closure": "yes"]) },
            stubClosure: Self.stub
        )
        let response = try await provider.result(of: Sample()).get()
        #expect(response.request?.value(forHTTPHeaderField: "X-Closure") == "yes")
        #expect(provider.endpoint(Sample()).httpHeaderFields == ["X-Closure": "yes"])
    }

    @Test("the closure for endpoints is called once per request")
    func endpointClosureOnce() async {
        let log = Log()
        let provider = MoyaProvider<Sample>(
            endpointClosure: { target in
                log.add(target.path)
                return target.endpoint
            },
            stubClosure: Self.stub
        )
        _ = await provider.result(of: Sample(path: "/p"))
        #expect(log.lines == ["/p"])
    }

    @Test("the closure for requests changes the request")
    func requestClosure() async throws {
        let provider = MoyaProvider<Sample>(
            requestClosure: { endpoint, done in
                var request = try! endpoint.urlRequest()
                request.timeoutInterval = 7
                request.setValue("yes", forHTTPHeaderField: "X-Closure")
                done(.success(request))
            },
            stubClosure: Self.stub
        )
        let response = try await provider.result(of: Sample()).get()
        #expect(response.request?.timeoutInterval == 7)
        #expect(response.request?.value(forHTTPHeaderField: "X-Closure") == "yes")
    }

    @Test("the closure for requests fails the request with its error")
    func failingRequestClosure() async {
        let provider = MoyaProvider<Sample>(
            requestClosure: { _, done in done(.failure(.underlying(Refusal(), nil))) },
            stubClosure: Self.stub
        )
        let error = await provider.result(of: Sample()).error
        #expect(error?.caseName == "underlying")
        #expect(error?.wrapped is Refusal)
    }

    @Test("the closure for requests fails on the thread it answers on, whatever the callback queue")
    func failingRequestClosureThread() {
        let provider = MoyaProvider<Sample>(
            requestClosure: { _, done in done(.failure(.requestMapping("no"))) },
            stubClosure: Self.stub
        )
        let log = Log()
        provider.request(Sample(), callbackQueue: DispatchQueue(label: "callback")) { _ in log.add("completed") }
        log.add("returned")
        #expect(log.lines == ["completed", "returned"])
    }

    @Test("the closure for requests may answer later on another queue")
    func lateRequestClosure() async throws {
        let marked = MarkedQueue()
        let provider = MoyaProvider<Sample>(
            requestClosure: { endpoint, done in
                marked.queue.async { done(Result { try endpoint.urlRequest() }.mapError { $0 as! MoyaError }) }
            },
            stubClosure: Self.stub
        )
        let isCurrent: Bool = await withCheckedContinuation { continuation in
            provider.request(Sample()) { _ in continuation.resume(returning: marked.isCurrent) }
        }
        #expect(isCurrent)
    }

    @Test("the closure for requests may answer twice, for two completions")
    func twoAnswers() {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(
            requestClosure: { endpoint, done in
                done(.success(try! endpoint.urlRequest()))
                done(.success(try! endpoint.urlRequest()))
            },
            stubClosure: Self.stub,
            plugins: [recorder]
        )
        provider.request(Sample()) { _ in recorder.log.add("completed") }
        let once = ["plugin prepare", "plugin willSend", "plugin didReceive", "plugin process", "completed"]
        #expect(recorder.log.lines == once + once)
    }

    @Test("the closure for requests may never answer")
    func noAnswer() {
        let recorder = Recorder()
        let provider = MoyaProvider<Sample>(requestClosure: { _, _ in }, stubClosure: Self.stub, plugins: [recorder])
        provider.request(Sample()) { _ in recorder.log.add("completed") }
        #expect(recorder.log.lines == [])
    }

    @Test("the default closure for requests makes the endpoint's request")
    func defaultRequestMapping() throws {
        let result = Box<Result<URLRequest, MoyaError>?>(nil)
        MoyaProvider<Sample>.defaultRequestMapping(for: Sample(path: "/p").endpoint) { result.value = $0 }
        #expect(try result.value?.get().url?.path == "/p")
    }

    @Test("the default closure for requests tells the endpoint's errors apart")
    func defaultRequestMappingErrors() {
        func error(_ task: Task) -> MoyaError? {
            let result = Box<Result<URLRequest, MoyaError>?>(nil)
            MoyaProvider<Sample>.defaultRequestMapping(for: Sample(task: task).endpoint) { result.value = $0 }
            return result.value?.error
        }
        #expect(
            error(.requestParameters(parameters: [:], encoding: RefusingEncoding()))?.caseName == "parameterEncoding"
        )
        #expect(error(.requestJSONEncodable(Double.nan))?.caseName == "underlying")
    }

    @Test("a subclass may make endpoints of its own")
    func overriddenEndpoint() async throws {
        final class Provider: MoyaProvider<Sample>, @unchecked Sendable {
            override func endpoint(_ token: Sample) -> Endpoint {
                super.endpoint(token).adding(newHTTPHeaderFields: ["X-Subclass": "yes"])
            }
        }
        let response = try await Provider(stubClosure: Self.stub).result(of: Sample()).get()
        #expect(response.request?.value(forHTTPHeaderField: "X-Subclass") == "yes")
    }

    @Test("a subclass may make requests of its own")
    func overriddenRequest() async throws {
        final class Provider: MoyaProvider<Sample>, @unchecked Sendable {
            override func request(
                _ target: Sample,
                callbackQueue: DispatchQueue? = nil,
                progress: ProgressBlock? = nil,
                completion: @escaping Completion
            ) -> Cancellable {
                var target = target
                target.path = "/subclass"
                return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
            }
        }
        let response = try await Provider(stubClosure: Self.stub).result(of: Sample()).get()
        #expect(response.request?.url?.path == "/subclass")
    }

    @Test("a subclass may answer stubs itself")
    func overriddenStubRequest() async throws {
        final class Provider: MoyaProvider<Sample>, @unchecked Sendable {
            override func stubRequest(
                _ target: Sample,
                request: URLRequest,
                callbackQueue: DispatchQueue?,
                completion: @escaping Completion,
                endpoint: Endpoint,
                stubBehavior: StubBehavior
            ) -> CancellableToken {
                completion(.success(Response(statusCode: 299, data: Data("subclass".utf8), request: request)))
                return CancellableToken {}
            }
        }
        let recorder = Recorder()
        let provider = Provider(stubClosure: Self.stub, plugins: [recorder])
        let response = try await provider.result(of: Sample()).get()
        #expect(response.statusCode == 299)
        #expect(recorder.log.lines == ["plugin process"])
    }

    @Test("a subclass may use the provider's own steps of a stub")
    func stubSteps() async throws {
        final class Provider: MoyaProvider<Sample>, @unchecked Sendable {
            override func stubRequest(
                _ target: Sample,
                request: URLRequest,
                callbackQueue: DispatchQueue?,
                completion: @escaping Completion,
                endpoint: Endpoint,
                stubBehavior: StubBehavior
            ) -> CancellableToken {
                let token = CancellableToken {}
                let prepared = notifyPluginsOfImpendingStub(for: request, target: target)
                let stub = createStubFunction(
                    token,
                    forTarget: target,
                    withCompletion: completion,
                    endpoint: endpoint,
                    plugins: plugins,
                    request: prepared
                )
                stub()
                return token
            }
        }
        let recorder = Recorder()
        let provider = Provider(stubClosure: Self.stub, plugins: [recorder])
        let response = try await provider.result(of: Sample(sampleData: Data("x".utf8))).get()
        #expect(response.data.text == "x")
        #expect(recorder.log.lines == ["plugin prepare", "plugin willSend", "plugin didReceive", "plugin process"])
    }

    @Test("a provider is of the protocol's type")
    func providerType() async throws {
        func response<P: MoyaProviderType>(_ provider: P, _ target: P.Target) async -> Result<Response, MoyaError> {
            await withCheckedContinuation { continuation in
                _ = provider.request(target, callbackQueue: nil, progress: nil) { continuation.resume(returning: $0) }
            }
        }
        let provider = MoyaProvider<Sample>(stubClosure: Self.stub)
        #expect(try await response(provider, Sample(sampleData: Data("x".utf8))).get().data.text == "x")
    }
}
