#if Alamofire
public import Alamofire
public import Talyn

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Alamofire.URLEncoding: DestinedEncoding {
    package var isForBody: Bool { destination == .httpBody }

    // Alamofire's own method is preferred where both fit, as with a URLRequest.
    @_disfavoredOverload
    public func encode(
        _ urlRequest: any Talyn.URLRequestConvertible,
        with parameters: Talyn.Parameters?
    ) throws -> URLRequest {
        try encode(urlRequest.asURLRequest() as any Alamofire.URLRequestConvertible, with: parameters)
    }
}

extension Alamofire.JSONEncoding: Talyn.ParameterEncoding {
    @_disfavoredOverload
    public func encode(
        _ urlRequest: any Talyn.URLRequestConvertible,
        with parameters: Talyn.Parameters?
    ) throws -> URLRequest {
        try encode(urlRequest.asURLRequest() as any Alamofire.URLRequestConvertible, with: parameters)
    }
}

/// An encoding that was written for Alamofire.
struct AlamofireParameterEncoding: Talyn.ParameterEncoding {
    let encoding: any Alamofire.ParameterEncoding

    func encode(_ urlRequest: any Talyn.URLRequestConvertible, with parameters: Talyn.Parameters?) throws -> URLRequest
    {
        try encoding.encode(urlRequest.asURLRequest(), with: parameters)
    }
}
#endif
