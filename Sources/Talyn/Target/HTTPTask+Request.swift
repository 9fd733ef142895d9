import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPTask {
    /// Puts into a request what the task has for its query and for a body in memory.
    ///
    /// - Throws: ``TalynError/encodableMapping(_:)`` or ``TalynError/parameterEncoding(_:)`` when the body or the
    ///   parameters can't be encoded, and ``TalynError/underlying(_:_:)`` when an encoding of the app's own gives the
    ///   request a method or a header field that HTTP doesn't allow.
    func encode(into request: inout URLRequest) throws(TalynError) {
        switch self {
        case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
            break
        case .requestData(let data):
            request.httpBody = data
        case .requestJSONEncodable(let value):
            try request.setJSONBody(value, encoder: .deterministic)
        case .requestCustomJSONEncodable(let value, let encoder):
            try request.setJSONBody(value, encoder: encoder)
        case .requestParameters(let parameters, let encoding), .downloadParameters(let parameters, let encoding, _):
            request = try encoding.encoded(request, with: parameters)
        case .requestCompositeData(let bodyData, let urlParameters):
            request.httpBody = bodyData
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        case .uploadCompositeMultipart(_, let urlParameters):
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        case .requestCompositeParameters(let bodyParameters, let bodyEncoding, let urlParameters):
            if let bodyEncoding = bodyEncoding as? AddedQueryEncoding {
                try bodyEncoding.encode(into: &request, with: bodyParameters)
            } else {
                if let bodyEncoding = bodyEncoding as? any DestinedEncoding, !bodyEncoding.isForBody {
                    throw .parameterEncoding(RequestError.bodyParametersInQuery)
                }
                request = try bodyEncoding.encoded(request, with: bodyParameters)
            }
            request = try URLEncoding.queryString.encoded(request, with: urlParameters)
        }
    }
}

extension ParameterEncoding {
    /// The request with the parameters in it.
    func encoded(_ request: URLRequest, with parameters: Parameters) throws(TalynError) -> URLRequest {
        let encoded: URLRequest
        do {
            encoded = try encode(request, with: parameters)
        } catch {
            throw .parameterEncoding(error)
        }
        // An encoding of the app's own may have set any method and any field.
        if !(self is URLEncoding) { try RequestError.check(encoded) }
        return encoded
    }
}

extension URLRequest {
    fileprivate mutating func setJSONBody(
        _ value: any Encodable & Sendable,
        encoder: JSONEncoder
    ) throws(TalynError) {
        do {
            httpBody =
                if let fields = value as? RequestFields, fields.areKept(by: encoder.keyEncodingStrategy) {
                    try encoder.encode(RequestFields.Keyed(fields: fields))
                } else {
                    try encoder.encode(value)
                }
        } catch {
            throw .encodableMapping(error)
        }
        setContentTypeIfMissing("application/json")
    }
}

extension JSONEncoder {
    /// Writes the same bytes for the same value every time, so that requests can be compared, shared and recorded.
    static var deterministic: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
