#if !Alamofire
import Foundation
import Moya
import Testing

// Sessions as apps set them up.

final class DefaultSession: Session {
    static let sharedManager: DefaultSession = {
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        configuration.timeoutIntervalForRequest = 20
        configuration.timeoutIntervalForResource = 20
        configuration.requestCachePolicy = .useProtocolCachePolicy
        return DefaultSession(configuration: configuration, startRequestsImmediately: false)
    }()
}

final class TokenInterceptor: RequestInterceptor {
    var token = "t"
    private(set) var retries = 0

    func adapt(
        _ urlRequest: URLRequest,
        for session: Session,
        completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        var request = urlRequest
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        completion(.success(request))
    }

    func retry(
        _ request: Request,
        for session: Session,
        dueTo error: Error,
        completion: @escaping (RetryResult) -> Void
    ) {
        guard request.retryCount < 2, request.task?.response == nil else { return completion(.doNotRetry) }
        retries += 1
        completion(.retryWithDelay(0))
    }
}

struct SessionTests {
    // Without a transport, there is nothing that would send headers or requests.
    #if AsyncHTTPClient || !os(Linux)
    @Test func aSessionHasItsDefaultHeaders() {
        let provider = MoyaProvider<GitHub>(session: DefaultSession.sharedManager, plugins: [])
        #expect(provider.session === DefaultSession.sharedManager)
        #expect(provider.session.sessionConfiguration.headers["User-Agent"]?.isEmpty == false)
        #expect(DefaultSession.sharedManager.sessionConfiguration.timeoutIntervalForRequest == 20)
    }

    @Test func anInterceptorIsAskedToRetry() async {
        struct Closed: TargetType {
            // Nobody listens on the port that is kept for discarding.
            let baseURL = URL(string: "http://127.0.0.1:9")!
            let path = ""
            let method = Moya.Method.get
            let task = Task.requestPlain
            let sampleData = Data()
            let headers: [String: String]? = nil
        }
        let interceptor = TokenInterceptor()
        let session = Session(interceptor: interceptor)
        let provider = MoyaProvider<Closed>(callbackQueue: .global(), session: session)
        let error: MoyaError? = await withCheckedContinuation { continuation in
            provider.request(Closed()) { result in
                if case .failure(let error) = result {
                    continuation.resume(returning: error)
                } else {
                    continuation.resume(returning: nil)
                }
            }
        }
        #expect(interceptor.retries == 2)
        if case .underlying(let underlying, nil)? = error {
            #expect(underlying.asAFError?.isSessionTaskError == true)
        } else {
            Issue.record("\(String(describing: error))")
        }
    }
    #endif
}
#endif
