#if Alamofire
public import Alamofire
#endif
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension MoyaProvider {
    /// The endpoint that the target describes. Its sample has the status code 200.
    public final class func defaultEndpointMapping(for target: Target) -> Endpoint {
        Endpoint(
            url: URL(target: target).absoluteString,
            sampleResponseClosure: { .networkResponse(200, target.sampleData) },
            method: target.method,
            task: target.task,
            httpHeaderFields: target.headers
        )
    }

    /// Makes the request of the endpoint, and gives it or the error to the closure.
    public final class func defaultRequestMapping(for endpoint: Endpoint, closure: RequestResultClosure) {
        do {
            closure(.success(try endpoint.urlRequest()))
        } catch MoyaError.requestMapping(let url) {
            closure(.failure(.requestMapping(url)))
        } catch MoyaError.parameterEncoding(let error) {
            closure(.failure(.parameterEncoding(error)))
        } catch {
            closure(.failure(.underlying(error, nil)))
        }
    }

    /// A new session with the default configuration and header fields.
    public final class func defaultAlamofireSession() -> Session {
        #if Alamofire
        let configuration = URLSessionConfiguration.default
        configuration.headers = .default
        #if os(Linux)
        // Foundation on Linux can trap if a request is cancelled while there is a cache.
        configuration.urlCache = nil
        #endif
        return Session(configuration: configuration, startRequestsImmediately: false)
        #else
        return Session(startRequestsImmediately: false)
        #endif
    }
}
