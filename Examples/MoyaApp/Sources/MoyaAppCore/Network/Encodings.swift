import Foundation
import Moya

#if canImport(Alamofire)
import Alamofire
#endif
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one text as the body.
public struct TextEncoding: ParameterEncoding {
    private let text: String

    public init(_ text: String) {
        self.text = text
    }

    public func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        request.httpBody = text.data(using: .utf8, allowLossyConversion: false)
        request.setValue("text/plain; charset=utf-8", forHTTPHeaderField: "Content-Type")
        return request
    }
}

/// Sends the parameter `items` as a JSON array.
public struct JSONItemsEncoding: ParameterEncoding {
    public static let `default` = JSONItemsEncoding()

    public enum Failure: Error {
        case noItems
    }

    public func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        guard let items = parameters?["items"] as? [Any] else { throw Failure.noItems }
        var request = try JSONEncoding.default.encode(urlRequest, withJSONObject: items)
        request.setValue("\(items.count)", forHTTPHeaderField: "X-Items")
        return request
    }
}

/// Sends some parameters in the URL, whatever the method, and the others as JSON.
public struct MixedEncoding: ParameterEncoding {
    private let inURL: Set<String>

    public init(inURL: Set<String>) {
        self.inURL = inURL
    }

    public func encode(_ urlRequest: URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let parameters = parameters ?? [:]
        let query = parameters.filter { inURL.contains($0.key) }
        let body = parameters.filter { !inURL.contains($0.key) }
        let request = try URLEncoding.queryString.encode(urlRequest, with: query)
        return body.isEmpty ? request : try JSONEncoding.prettyPrinted.encode(request, with: body)
    }
}
