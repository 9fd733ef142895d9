#if Alamofire
import Alamofire
import Foundation
import Moya
import TestSupport
import Testing

// Files that import Alamofire beside Moya: what both name is Alamofire's.

struct SignedEncoding: ParameterEncoding {
    func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try JSONEncoding.default.encode(urlRequest, with: parameters)
        request.headers.add(name: "X-Signature", value: "s")
        return request
    }
}

enum Store: TargetType {
    case list(page: Int)
    case buy(id: Int)
    case sign

    var baseURL: URL { return URL(string: "https://shop.example.com")! }
    var path: String { return "/items" }
    var method: Moya.Method {
        switch self {
        case .list: return .get
        case .buy, .sign: return .post
        }
    }
    var parameterEncoding: ParameterEncoding {
        switch self {
        case .list: return URLEncoding.queryString
        case .buy: return JSONEncoding.default
        case .sign: return SignedEncoding()
        }
    }
    var task: Moya.Task {
        switch self {
        case .list(let page): return .requestParameters(parameters: ["page": page], encoding: parameterEncoding)
        case .buy(let id): return .requestParameters(parameters: ["id": id], encoding: JSONEncoding.default)
        case .sign:
            return .requestCompositeParameters(
                bodyParameters: ["a": 1],
                bodyEncoding: parameterEncoding,
                urlParameters: ["b": 2]
            )
        }
    }
    var headers: [String: String]? { return HTTPHeaders([.accept("application/json")]).dictionary }
}

final class Tokens: RequestInterceptor {
    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        var request = urlRequest
        request.headers.add(.authorization(bearerToken: "t"))
        completion(.success(request))
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        completion(request.retryCount < 1 && error.asAFError?.responseCode == 401 ? .retry : .doNotRetry)
    }
}

/// Counts the requests that go through each of its methods.
final class CountingAlamofireSession: Session, @unchecked Sendable {
    let calls = Recorder<String>()

    static func make() -> CountingAlamofireSession {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        configuration.urlCache = nil
        return CountingAlamofireSession(
            configuration: configuration,
            startRequestsImmediately: false,
            interceptor: Tokens()
        )
    }

    override func request(
        _ convertible: URLRequestConvertible,
        interceptor: RequestInterceptor? = nil,
        shouldAutomaticallyResume: Bool? = nil
    ) -> DataRequest {
        calls.record("request")
        return super.request(
            convertible,
            interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume
        )
    }

    override func upload(
        multipartFormData: RequestMultipartFormData,
        with request: URLRequestConvertible,
        usingThreshold encodingMemoryThreshold: UInt64 = RequestMultipartFormData.encodingMemoryThreshold,
        interceptor: RequestInterceptor? = nil,
        shouldAutomaticallyResume: Bool? = nil,
        fileManager: FileManager = .default
    ) -> UploadRequest {
        calls.record("upload")
        return super.upload(
            multipartFormData: multipartFormData,
            with: request,
            usingThreshold: encodingMemoryThreshold,
            interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume,
            fileManager: fileManager
        )
    }
}

@Suite(.serialized, .sockets) struct AlamofireTests {
    @Test func encodingsAreAlamofires() throws {
        let list = try MoyaProvider.defaultEndpointMapping(for: Store.list(page: 2)).urlRequest()
        #expect(list.url?.query == "page=2")
        #expect(
            try MoyaProvider.defaultEndpointMapping(for: Store.buy(id: 1)).urlRequest().httpBody
                == Data(#"{"id":1}"#.utf8)
        )
        let signed = try MoyaProvider.defaultEndpointMapping(for: Store.sign).urlRequest()
        #expect(signed.value(forHTTPHeaderField: "X-Signature") == "s")
        #expect(signed.url?.query == "b=2")
        #expect(signed.httpBody == Data(#"{"a":1}"#.utf8))
    }

    @Test func theMethodsOfASubclassAreCalled() async throws {
        let session = CountingAlamofireSession.make()
        Self.sessions.record(session)
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "zen")] }) { server in
            let provider = MoyaProvider<Local>(session: session)
            let text = try await provider.result(of: Local(server.baseURL)).get().mapString()
            #expect(text == "zen")
            // A server may ignore the upload; the session has been asked for it by then.
            let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
            let token = provider.request(Local(server.baseURL, method: .post, task: .uploadMultipart([part]))) { _ in }
            token.cancel()
            #if os(Linux)
            // Foundation on Linux traps in the method.
            #expect(session.calls.events == ["request"])
            #else
            #expect(session.calls.events == ["request", "upload"])
            #endif
            #expect(server.requests.first?.header("Authorization") == ["Bearer t"])
            #expect(server.requests.first?.header("User-Agent").first?.contains("Alamofire") == true)
        }
    }

    @Test func aCancelledCallHasAlamofiresError() async throws {
        let session = CountingAlamofireSession.make()
        Self.sessions.record(session)
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let provider = MoyaProvider<Local>(session: session)
            let error: Swift.Error? = await withCheckedContinuation { continuation in
                provider.request(Local(server.baseURL), callbackQueue: .global()) {
                    continuation.resume(returning: $0.underlying)
                }
                .cancel()
            }
            #expect(error?.asAFError?.isExplicitlyCancelledError == true)
        }
    }

    @Test func aCallIsReleasedOnceItIsComplete() async throws {
        final class Heard: PluginType {}
        let session = CountingAlamofireSession.make()
        Self.sessions.record(session)
        weak var released: Heard?
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            var plugin: Heard? = Heard()
            released = plugin
            var provider: MoyaProvider<Local>? = MoyaProvider<Local>(session: session, plugins: [plugin!])
            plugin = nil
            _ = await provider?.result(of: Local(server.baseURL))
            provider = nil
        }
        while released != nil { await _Concurrency.Task.yield() }
    }

    /// Keeps the sessions: on Linux, Foundation can crash when one is invalidated.
    private static let sessions = Recorder<Session>()

    @Test func aURLEncodingOfTheQueryCannotFillABody() {
        let task = Moya.Task.requestCompositeParameters(
            bodyParameters: ["a": 1],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        let endpoint = MoyaProvider.defaultEndpointMapping(for: Store.sign).replacing(task: task)
        #expect(throws: MoyaError.self) { try endpoint.urlRequest() }
    }
}
#endif
