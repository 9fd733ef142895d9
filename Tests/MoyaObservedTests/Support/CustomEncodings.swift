import Foundation
import Moya

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Alamofire)
// Only for the names of types that an encoding cannot be written without.
import Alamofire
typealias EncodingParameters = Alamofire.Parameters
#else
typealias EncodingParameters = [String: Any]
#endif

struct Refusal: Error, Equatable {}

/// An encoding that refuses all parameters.
struct RefusingEncoding: Moya.ParameterEncoding {
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: EncodingParameters?) throws -> URLRequest {
        throw Refusal()
    }
}

/// An encoding that puts the names of the parameters into a header field.
struct NamesEncoding: Moya.ParameterEncoding {
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: EncodingParameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        request.setValue((parameters ?? [:]).keys.sorted().joined(separator: ","), forHTTPHeaderField: "X-Names")
        return request
    }
}
