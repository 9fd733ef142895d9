#if Alamofire
import Alamofire
#endif
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Endpoint {
    /// The request with its parameters, and with its body unless that is an upload.
    ///
    /// - Throws: ``MoyaError/requestMapping(_:)`` for an invalid URL, ``MoyaError/encodableMapping(_:)`` or
    ///   ``MoyaError/parameterEncoding(_:)`` if the body or the parameters can't be encoded.
    public func urlRequest() throws -> URLRequest {
        guard let url = URL(endpoint: url) else { throw MoyaError.requestMapping(url) }
        var request = URLRequest(url: url)
        request.httpMethod = method.rawValue
        request.allHTTPHeaderFields = httpHeaderFields
        switch task {
        case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
            return request
        case .requestData(let data):
            request.httpBody = data
            return request
        case .requestJSONEncodable(let value):
            return try request.encoding(value, by: JSONEncoder())
        case .requestCustomJSONEncodable(let value, let encoder):
            return try request.encoding(value, by: encoder)
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            return try request.encoding(parameters, by: encoding)
        case .uploadCompositeMultipart(_, let urlParameters):
            return try request.encoding(urlParameters, by: URLEncoding.queryString)
        case .requestCompositeData(let bodyData, let urlParameters):
            request.httpBody = bodyData
            return try request.encoding(urlParameters, by: URLEncoding.queryString)
        case .requestCompositeParameters(let bodyParameters, let bodyEncoding, let urlParameters):
            if let encoding = bodyEncoding as? URLEncoding, encoding.destination != .httpBody {
                throw MoyaError.parameterEncoding(CompositeEncodingError())
            }
            return try request.encoding(bodyParameters, by: bodyEncoding)
                .encoding(urlParameters, by: URLEncoding.queryString)
        }
    }
}

extension URL {
    /// Nil for text that isn't a URL, and for text that Foundation changes without finding a host in it.
    fileprivate init?(endpoint text: String) {
        guard let url = URL(string: text), url.host != nil || url.absoluteString == text else { return nil }
        self = url
    }
}

/// The body of a composite task has an encoding that may put parameters into the URL.
struct CompositeEncodingError: LocalizedError {
    var errorDescription: String? {
        "The body of .requestCompositeParameters accepts no URLEncoding but URLEncoding.httpBody. "
            + "Put parameters for the URL into urlParameters."
    }
}

extension URLRequest {
    fileprivate func encoding(_ value: any Encodable, by encoder: JSONEncoder) throws -> URLRequest {
        var request = self
        do {
            request.httpBody = try encoder.encode(AnyEncodable(value: value))
        } catch {
            throw MoyaError.encodableMapping(error)
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    fileprivate func encoding(_ parameters: [String: Any], by encoding: any ParameterEncoding) throws -> URLRequest {
        do {
            #if Alamofire
            // Alamofire asks for sendable values, and Moya doesn't. At run time, the two types are the same.
            let parameters = (parameters as Any) as? Parameters
            #endif
            return try encoding.encode(self, with: parameters)
        } catch {
            throw MoyaError.parameterEncoding(error)
        }
    }
}

/// Hides the type of a value. A strategy of the encoder then applies to the keys of a dictionary, too, as in Moya.
private struct AnyEncodable: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
