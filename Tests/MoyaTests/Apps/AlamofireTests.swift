#if Alamofire
import Alamofire
import Foundation
import Moya
import Testing

// Files that import Alamofire beside Moya: what both name is Alamofire's.

struct SignedEncoding: ParameterEncoding {
    func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try JSONEncoding.default.encode(urlRequest, with: parameters)
        request.headers.add(name: "X-Signature", value: "s")
        return request
    }
}

enum Shop: TargetType {
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

final class ShopProvider: MoyaProvider<Shop> {
    init(plugins: [PluginType] = []) {
        let configuration = AlamofireTransport.defaultConfiguration
        configuration.headers = .default
        configuration.timeoutIntervalForRequest = 5
        let session = Session(configuration: configuration, startRequestsImmediately: false, interceptor: Tokens())
        super.init(session: session, plugins: plugins)
    }
}

struct AlamofireTests {
    @Test func encodingsAreAlamofires() throws {
        let list = try MoyaProvider.defaultEndpointMapping(for: Shop.list(page: 2)).urlRequest()
        #expect(list.url?.query == "page=2")
        #expect(
            try MoyaProvider.defaultEndpointMapping(for: Shop.buy(id: 1)).urlRequest().httpBody
                == Data(#"{"id":1}"#.utf8)
        )
        let signed = try MoyaProvider.defaultEndpointMapping(for: Shop.sign).urlRequest()
        #expect(signed.value(forHTTPHeaderField: "X-Signature") == "s")
        #expect(signed.url?.query == "b=2")
        #expect(signed.httpBody == Data(#"{"a":1}"#.utf8))
    }

    @Test func anAlamofireSessionCarriesTheCall() async {
        let provider = ShopProvider()
        let error: MoyaError? = await withCheckedContinuation { continuation in
            let call = provider.request(.list(page: 1), callbackQueue: .global()) { result in
                if case .failure(let error) = result {
                    continuation.resume(returning: error)
                } else {
                    continuation.resume(returning: nil)
                }
            }
            call.cancel()
        }
        #expect(error?.isCancelled == true)
    }

    @Test func aURLEncodingOfTheQueryCannotFillABody() {
        let task = Moya.Task.requestCompositeParameters(
            bodyParameters: ["a": 1],
            bodyEncoding: URLEncoding.queryString,
            urlParameters: [:]
        )
        let endpoint = MoyaProvider.defaultEndpointMapping(for: Shop.sign).replacing(task: task)
        #expect(throws: MoyaError.self) { try endpoint.urlRequest() }
    }
}
#endif
