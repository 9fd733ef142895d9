import Moya
import MoyaAppCatalog
import MoyaAppCore
import XCTest

#if canImport(Alamofire)
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fails the first call by itself.
private final class FlakyProvider<Target: TargetType>: MoyaProvider<Target> {
    private(set) var stubs = 0

    override func stubRequest(
        _ target: Target,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        completion: @escaping Moya.Completion,
        endpoint: Endpoint,
        stubBehavior: Moya.StubBehavior
    ) -> CancellableToken {
        stubs += 1
        guard stubs == 1 else {
            return super.stubRequest(
                target,
                request: request,
                callbackQueue: callbackQueue,
                completion: completion,
                endpoint: endpoint,
                stubBehavior: stubBehavior
            )
        }
        completion(.failure(.statusCode(Response(statusCode: 500, data: Data(), request: request))))
        return CancellableToken {}
    }
}

/// Retries once.
private final class SpyInterceptor: RequestInterceptor {
    private(set) var events: [String] = []

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        events.append("adapt")
        completion(.success(urlRequest))
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        events.append("retry \(request.retryCount)")
        XCTAssertEqual(error.asAFError?.isSessionTaskError, true)
        completion(request.retryCount == 0 ? .retry : .doNotRetry)
    }
}

final class ProviderTests: XCTestCase {
    private let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)

    func testAnImmediateStubAnswersBeforeRequestReturns() {
        var text: String?
        provider.request(.zen) { result in
            text = try? result.get().mapString()
        }
        XCTAssertEqual(text, "Half measures are as bad as nothing at all.")
    }

    func testADelayedStubAnswersLater() {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.delayedStub(0.1))
        let expectation = self.expectation(description: "answer")
        var login: String?
        let call = provider.request(.userProfile("octo")) { result in
            XCTAssertTrue(Thread.isMainThread)
            login = try? result.get().mapString(atKeyPath: "login")
            expectation.fulfill()
        }
        XCTAssertNil(login)
        XCTAssertFalse(call.isCancelled)
        waitForExpectations(timeout: 60)
        XCTAssertEqual(login, "octo")
    }

    func testACancelledStub() {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.delayedStub(0.1))
        let expectation = self.expectation(description: "answer")
        let call = provider.request(.zen) { result in
            if case let .failure(error) = result {
                XCTAssertEqual(error.apiError, .cancelled)
            } else {
                XCTFail("It succeeded.")
            }
            expectation.fulfill()
        }
        call.cancel()
        XCTAssertTrue(call.isCancelled)
        wait(for: [expectation], timeout: 60)
    }

    func testTheQueueOfACall() {
        let queue = DispatchQueue(label: "answers")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let expectation = self.expectation(description: "answer")
        provider.request(.zen, callbackQueue: queue) { _ in
            XCTAssertEqual(DispatchQueue.getSpecific(key: key), 1)
            expectation.fulfill()
        }
        wait(for: [expectation], timeout: 60)
    }

    func testANetworkErrorOfAnEndpoint() {
        let error = NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet)
        let provider = MoyaProvider<GitHub>(
            endpointClosure: Endpoint.failing(error),
            stubClosure: MoyaProvider.immediatelyStub
        )
        var received: MoyaError?
        provider.request(.zen) { result in
            if case .failure(let error) = result { received = error }
        }
        guard case .underlying(let underlying, nil)? = received else {
            return XCTFail("\(String(describing: received))")
        }
        XCTAssertEqual((underlying as NSError).code, NSURLErrorNotConnectedToInternet)
        XCTAssertEqual(received?.apiError, .offline)
    }

    func testValidationOfAStub() {
        let provider = MoyaProvider<GitHub>(
            endpointClosure: Endpoint.answering(404),
            stubClosure: MoyaProvider.immediatelyStub
        )
        var zen: MoyaError?
        var markdown: MoyaError?
        provider.request(.zen) { if case .failure(let error) = $0 { zen = error } }
        provider.request(.markdown("a")) { result in
            do {
                _ = try result.get().filterSuccessfulStatusAndRedirectCodes()
            } catch {
                markdown = error as? MoyaError
            }
        }
        guard case .underlying(_, .some(let response))? = zen else { return XCTFail("\(String(describing: zen))") }
        XCTAssertEqual(response.statusCode, 404)
        guard case .statusCode(let other)? = markdown else { return XCTFail("\(String(describing: markdown))") }
        XCTAssertEqual(other.request?.httpMethod, "POST")
    }

    func testAnEndpointWithoutARequest() {
        let provider = MoyaProvider<GitHub>(
            endpointClosure: { target in
                Endpoint(
                    url: "",
                    sampleResponseClosure: { .networkResponse(200, target.sampleData) },
                    method: .get,
                    task: .requestPlain,
                    httpHeaderFields: nil
                )
            },
            stubClosure: MoyaProvider.immediatelyStub
        )
        var received: MoyaError?
        provider.request(.zen) { if case .failure(let error) = $0 { received = error } }
        guard case .requestMapping(let url)? = received else { return XCTFail("\(String(describing: received))") }
        XCTAssertEqual(url, "")
    }

    func testParametersThatCannotBeEncoded() {
        let provider = MoyaProvider<GitHub>(
            endpointClosure: {
                MoyaProvider.defaultEndpointMapping(for: $0)
                    .replacing(task: .requestParameters(parameters: [:], encoding: JSONItemsEncoding.default))
            },
            requestClosure: MoyaProvider<GitHub>.requestClosure(timeout: 5),
            stubClosure: MoyaProvider.immediatelyStub
        )
        var received: MoyaError?
        provider.request(.zen) { if case .failure(let error) = $0 { received = error } }
        guard case .parameterEncoding(let error)? = received else { return XCTFail("\(String(describing: received))") }
        XCTAssertTrue(error is JSONItemsEncoding.Failure)
    }

    func testARequestClosureThatAnswersLater() {
        let spy = SpyPlugin()
        let provider = MoyaProvider<GitHub>(
            requestClosure: { endpoint, done in
                DispatchQueue.global().async {
                    var request = try! endpoint.urlRequest()
                    request.timeoutInterval = 3
                    done(.success(request))
                }
            },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [spy]
        )
        let expectation = self.expectation(description: "answer")
        provider.request(.zen) { _ in expectation.fulfill() }
        wait(for: [expectation], timeout: 60)
        XCTAssertEqual(spy.request?.timeoutInterval, 3)
        XCTAssertEqual(spy.events, ["prepare", "willSend", "didReceive", "process"])
    }

    func testIdenticalCallsShareOneRequest() {
        let spy = SpyPlugin()
        let provider = MoyaProvider<GitHub>(
            stubClosure: MoyaProvider.delayedStub(0.1),
            plugins: [spy],
            trackInflights: true
        )
        let expectation = self.expectation(description: "answers")
        expectation.expectedFulfillmentCount = 2
        for _ in 0..<2 {
            provider.request(.zen) { result in
                XCTAssertEqual(try? result.get().statusCode, 200)
                expectation.fulfill()
            }
        }
        XCTAssertEqual(provider.inflightRequests.count, 1)
        XCTAssertEqual(provider.inflightRequests.first?.value.count, 2)
        wait(for: [expectation], timeout: 60)
        XCTAssertEqual(spy.events.filter { $0 == "willSend" }.count, 1)
    }

    func testASubclassThatIsOffline() {
        let provider = NetworkProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
        provider.isReachable = { false }
        var received: MoyaError?
        let call = provider.request(.zen) { if case .failure(let error) = $0 { received = error } }
        XCTAssertEqual(received?.apiError, .offline)
        XCTAssertFalse(call.isCancelled)
    }

    func testASubclassThatRetries() {
        let provider = RetryingProvider<GitHub>(
            limit: 2,
            stubClosure: MoyaProvider.immediatelyStub,
            endpointClosure: Endpoint.answering(503)
        )
        var answers = 0
        provider.request(.zen) { _ in answers += 1 }
        XCTAssertEqual(provider.retries, 2)
        XCTAssertEqual(answers, 1)
    }

    func testASubclassThatStubs() {
        let provider = FlakyProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
        var codes: [Int?] = []
        for _ in 0..<2 {
            provider.request(.zen) { result in
                switch result {
                case .success(let response): codes.append(response.statusCode)
                case .failure(let error): codes.append(error.response?.statusCode)
                }
            }
        }
        XCTAssertEqual(codes, [500, 200])
    }

    func testAConnectionThatIsRefused() {
        struct Closed: TargetType {
            let baseURL = URL(string: "http://127.0.0.1:1")!
            let path = ""
            let method = Moya.Method.get
            let task = Moya.Task.requestPlain
        }
        let log = RequestLogPlugin()
        let interceptor = SpyInterceptor()
        let provider = MoyaProvider<Closed>(session: .app(timeout: 30, interceptor: interceptor), plugins: [log])
        let expectation = self.expectation(description: "answer")
        provider.request(Closed()) { result in
            switch result {
            case .success:
                XCTFail("It succeeded.")
            case .failure(let error):
                guard case .underlying(let underlying, nil) = error else { return XCTFail("\(error)") }
                XCTAssertEqual(underlying.asAFError?.isSessionTaskError, true)
                XCTAssertEqual((underlying.asAFError?.underlyingError as? URLError)?.code, .cannotConnectToHost)
                XCTAssertEqual(error.apiError, .offline)
            }
            XCTAssertEqual(log.curl?.hasPrefix("$ curl -v"), true)
            XCTAssertEqual(log.curl?.hasSuffix("\"http://127.0.0.1:1\""), true)
            XCTAssertEqual(interceptor.events, ["adapt", "retry 0", "adapt", "retry 1"])
            XCTAssertEqual(log.lines.count, 3)
            expectation.fulfill()
        }
        wait(for: [expectation], timeout: 60)
    }

    func testTheSession() {
        let session = Session.app(timeout: 7, interceptor: AppInterceptor(language: "de"))
        let provider = MoyaProvider<GitHub>(session: session)

        XCTAssertTrue(provider.session === session)
        XCTAssertEqual(provider.session.sessionConfiguration.timeoutIntervalForRequest, 7)
        XCTAssertFalse(session.startRequestsImmediately)
        XCTAssertTrue(session.interceptor is AppInterceptor)
        XCTAssertNotNil(session.sessionConfiguration.headers["User-Agent"])
    }

    func testAnAsyncCall() async throws {
        let response = try await MoyaProvider<GitHub>.stub.request(.zen)
        let repositories: [Repository] = try await MoyaProvider.make(stubbed: true)
            .value(GitHub.userRepositories("octo", page: 1))

        XCTAssertEqual(response.statusCode, 200)
        XCTAssertEqual(repositories.map(\.fullName), ["octo/tea", "octo/pots"])
        do {
            let _: [Int] = try await provider.value(.userProfile("octo"))
            XCTFail("It decoded.")
        } catch {
            XCTAssertEqual(error as? APIError, .decoding(""))
        }
    }
}
