import Foundation
import Moya
import Testing

// Providers as apps make, subclass and extend them.

final class CountingProvider<Target: TargetType>: MoyaProvider<Target> {
    private(set) var calls: [String] = []

    @discardableResult
    override func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> Cancellable {
        calls.append(target.path)
        return super.request(target, callbackQueue: callbackQueue, progress: progress, completion: completion)
    }
}

class OnlineProvider<Target>: MoyaProvider<Target> where Target: TargetType {
    var calls = 0

    override init(
        endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
        requestClosure: @escaping RequestClosure = MoyaProvider<Target>.defaultRequestMapping,
        stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
        callbackQueue: DispatchQueue? = nil,
        session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
        plugins: [PluginType] = [],
        trackInflights: Bool = false
    ) {
        super.init(
            endpointClosure: endpointClosure,
            requestClosure: requestClosure,
            stubClosure: stubClosure,
            callbackQueue: callbackQueue,
            session: session,
            plugins: plugins,
            trackInflights: trackInflights
        )
    }
}

final class CannedProvider: MoyaProvider<GitHub> {
    var answers: [String: Int] = [:]

    override func stubRequest(
        _ target: GitHub,
        request: URLRequest,
        callbackQueue: DispatchQueue?,
        completion: @escaping Moya.Completion,
        endpoint: Endpoint,
        stubBehavior: Moya.StubBehavior
    ) -> CancellableToken {
        guard let status = answers[target.path] else {
            return super.stubRequest(
                target,
                request: request,
                callbackQueue: callbackQueue,
                completion: completion,
                endpoint: endpoint,
                stubBehavior: stubBehavior
            )
        }
        completion(.success(Response(statusCode: status, data: Data("canned".utf8), request: request)))
        return CancellableToken {}
    }
}

extension MoyaProvider {
    // What apps wrote as long as there was no async call.
    func request(_ target: Target) async throws -> Response {
        return try await withCheckedThrowingContinuation { continuation in
            self.request(target) { result in
                switch result {
                case .success(let response):
                    continuation.resume(returning: response)
                case .failure(let error):
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    func requestDecoded<T: Decodable>(_ target: Target, completion: @escaping (Result<T, Error>) -> Void) {
        request(target) { result in
            completion(
                result.mapError { $0 as Error }.flatMap { response in
                    Result { try response.filterSuccessfulStatusCodes().map(T.self, using: JSONDecoder()) }
                }
            )
        }
    }
}

/// The app's network layer: a class that changes itself in completion handlers.
final class NetworkManager {
    let provider: MoyaProvider<GitHub>
    var user: User?
    var errors: [MoyaError] = []

    init(provider: MoyaProvider<GitHub>) {
        self.provider = provider
    }

    func load(_ name: String) {
        provider.request(.userProfile(name)) { [weak self] result in
            guard let self = self else { return }
            switch result {
            case let .success(response):
                do {
                    self.user = try response.filterSuccessfulStatusCodes().map(User.self)
                } catch {
                    self.errors.append(error as! MoyaError)
                }
            case let .failure(error):
                self.errors.append(error)
            }
        }
    }
}

struct ProviderTests {
    private let stubbed = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)

    @Test func anImmediateStubHasAnsweredWhenRequestReturns() {
        var message: String?
        let cancellable = stubbed.request(.zen) { result in
            if case let .success(response) = result { message = try? response.mapString() }
        }
        #expect(message == "Half measures are as bad as nothing at all.")
        #expect(cancellable.isCancelled == false)
    }

    @Test func aNetworkLayerMayChangeItself() {
        let manager = NetworkManager(provider: stubbed)
        manager.load("ada")
        #expect(manager.user == User(login: "ada", id: 100))
        #expect(manager.errors.isEmpty)
        var users: [User] = []
        stubbed.request(.search(query: "ada", page: 1)) { result in
            users = (try? result.get().map([User].self, atKeyPath: "items")) ?? []
        }
        #expect(users == [User(login: "ada", id: 1)])
    }

    @Test func anAppsOwnAsyncExtensionIsTheOneThatIsCalled() async throws {
        let provider = CountingProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, callbackQueue: .global())
        let response = try await provider.request(.zen)
        #expect(response.statusCode == 200)
        #expect(provider.calls == ["/zen"])  // The app's extension goes through the override; ours wouldn't.
        let user: User = try await withCheckedThrowingContinuation { continuation in
            stubbed.requestDecoded(.userProfile("ada")) { continuation.resume(with: $0) }
        }
        #expect(user.login == "ada")
    }

    @Test func aSubclassSeesEveryCall() {
        let provider = CountingProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
        provider.request(.zen) { _ in }
        provider.request(.userProfile("ada"), callbackQueue: nil, progress: nil) { _ in }
        #expect(provider.calls == ["/zen", "/users/ada"])
    }

    #if !Alamofire
    @Test func aSubclassMayHandOnEveryArgument() {
        let provider = OnlineProvider<GitHub>(
            stubClosure: MoyaProvider.immediatelyStub,
            trackInflights: true
        )
        var status: Int?
        provider.request(.zen) { status = try? $0.get().statusCode }
        #expect(status == 200)
        #expect(provider.trackInflights)
        #expect(provider.inflightRequests.isEmpty)
    }
    #endif

    @Test func aSubclassMayAnswerStubs() {
        let provider = CannedProvider(stubClosure: MoyaProvider.immediatelyStub)
        provider.answers = ["/users/ada": 200, "/drafts": 422]
        var results: [String] = []
        for target in [GitHub.userProfile("ada"), .zen, .save(fields: [:])] {
            provider.request(target) { result in
                switch result {
                case .success(let response): results.append((try? response.mapString()) ?? "")
                case .failure(let error): results.append("failure \(error.response?.statusCode ?? 0)")
                }
            }
        }
        #expect(results == ["canned", "Half measures are as bad as nothing at all.", "canned"])
    }

    @Test func anEndpointClosureMayAddParameters() throws {
        let endpointClosure = { (target: GitHub) -> Endpoint in
            let endpoint = MoyaProvider.defaultEndpointMapping(for: target)
            switch endpoint.task {
            case .requestPlain:
                return endpoint.replacing(
                    task: .requestParameters(parameters: ["key": "k"], encoding: URLEncoding.queryString)
                )
            case .requestParameters(var parameters, let encoding):
                parameters["key"] = "k"
                return endpoint.replacing(task: .requestParameters(parameters: parameters, encoding: encoding))
            default:
                return endpoint.adding(newHTTPHeaderFields: ["X-Key": "k"])
            }
        }
        let provider = MoyaProvider<GitHub>(endpointClosure: endpointClosure)
        #expect(try provider.endpoint(.zen).urlRequest().url?.query == "key=k")
        #expect(try provider.endpoint(.search(query: "a", page: 2)).urlRequest().url?.query == "key=k&page=2&q=a")
    }

    @Test func aRequestClosureMayAnswerLaterFromAnotherQueue() async {
        let signer = DispatchQueue(label: "signer")
        let requestClosure = { (endpoint: Endpoint, closure: @escaping MoyaProvider<GitHub>.RequestResultClosure) in
            signer.async {
                do {
                    var request = try endpoint.urlRequest()
                    request.setValue("OAuth signed", forHTTPHeaderField: "Authorization")
                    request.httpShouldHandleCookies = false
                    closure(.success(request))
                } catch MoyaError.requestMapping(let url) {
                    closure(.failure(MoyaError.requestMapping(url)))
                } catch MoyaError.parameterEncoding(let error) {
                    closure(.failure(MoyaError.parameterEncoding(error)))
                } catch {
                    closure(.failure(MoyaError.underlying(error, nil)))
                }
            }
        }
        let provider = MoyaProvider<GitHub>(requestClosure: requestClosure, stubClosure: MoyaProvider.immediatelyStub)
        let header: String? = await withCheckedContinuation { continuation in
            provider.request(.zen) { result in
                continuation.resume(returning: try? result.get().request?.value(forHTTPHeaderField: "Authorization"))
            }
        }
        #expect(header == "OAuth signed")
    }

    @Test func aRequestClosureThatFailsFailsTheCall() {
        let provider = MoyaProvider<GitHub>(
            requestClosure: { endpoint, closure in closure(.failure(.requestMapping(endpoint.url))) },
            stubClosure: MoyaProvider.immediatelyStub
        )
        var failure: MoyaError?
        provider.request(.zen) { if case .failure(let error) = $0 { failure = error } }
        if case .requestMapping(let url)? = failure {
            #expect(url == "https://api.github.com/zen")
        } else {
            Issue.record("\(String(describing: failure))")
        }
    }

    @Test func failedEncodingReachesTheHandlerImmediately() {
        let live = MoyaProvider<GitHub>()
        var failures = 0
        live.request(.save(fields: ["draft": Draft()])) { result in
            if case .failure(.parameterEncoding) = result { failures += 1 }
        }
        #expect(failures == 1)
    }

    @Test func stubBehaviorsAreNamed() {
        func name(_ behavior: StubBehavior) -> String {
            switch behavior {
            case .never: return "never"
            case .immediate: return "immediate"
            case .delayed(let seconds): return "delayed \(seconds)"
            }
        }
        #expect(name(MoyaProvider<GitHub>.neverStub(.zen)) == "never")
        #expect(name(MoyaProvider<GitHub>.immediatelyStub(.zen)) == "immediate")
        #expect(name(MoyaProvider<GitHub>.delayedStub(2)(.zen)) == "delayed 2.0")
        let some = MoyaProvider<GitHub>(stubClosure: { target in
            switch target {
            case .zen: return .immediate
            default: return .never
            }
        })
        #expect(name(some.stubClosure(.missing)) == "never")
    }

    @Test func aDelayedStubAnswersLaterAndCanBeCancelled() async {
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.delayedStub(3600), callbackQueue: .global())
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let token = provider.request(.zen) { result in
                if case .failure(let error) = result {
                    continuation.resume(returning: error)
                } else {
                    continuation.resume(returning: nil)
                }
            }
            token.cancel()
        }
        if case .underlying(let underlying, nil)? = error {
            #expect((underlying as NSError).domain == NSURLErrorDomain)
            #expect((underlying as NSError).code == NSURLErrorCancelled)
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test func completionHandlersRunOnTheQueueGiven() async {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: 7)
        let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub, callbackQueue: queue)
        let onQueue: Int? = await withCheckedContinuation { continuation in
            provider.request(.zen) { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
        }
        #expect(onQueue == 7)
    }

    @Test func progressIsAFraction() {
        #expect(ProgressResponse().progress == 0)
        #expect(ProgressResponse(progress: Progress(totalUnitCount: -1)).progress == 0)
        #expect(ProgressResponse(response: Response(statusCode: 200, data: Data())).progress == 1)
    }

    @Test func aTokenIsCancelledOnce() {
        var count = 0
        let token = CancellableToken { count += 1 }
        #expect(token.isCancelled == false)
        token.cancel()
        token.cancel()
        #expect(count == 1)
        #expect(token.isCancelled)
    }
}
