import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Puts the members of an `Encodable` value into the query or the body: what ``HTTPTask/query(_:encoder:)`` and
/// ``HTTPTask/form(_:encoder:)`` make.
struct EncodableFormEncoding: ParameterEncoding {
    enum Destination: Sendable {
        case query
        case body
    }

    let value: any Encodable & Sendable
    let encoder: URLEncodedFormEncoder
    let destination: Destination

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        let pairs = try encoder.encode(value, with: parameters ?? [:])
        switch destination {
        case .query: try request.appendQuery(pairs)
        case .body: request.setFormBody(Data(pairs.utf8))
        }
        return request
    }
}
