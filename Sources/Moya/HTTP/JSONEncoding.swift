#if !Alamofire
public import Foundation
import TalynCore
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as a JSON body.
///
/// Members are sorted by name, so that the same parameters always make the same bytes.
public struct JSONEncoding: ParameterEncoding {
    /// Compact JSON.
    public static var `default`: JSONEncoding { JSONEncoding() }

    /// JSON with line breaks and indentation.
    public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

    /// The format of the JSON.
    public let options: JSONSerialization.WritingOptions

    /// Creates an encoding.
    public init(options: JSONSerialization.WritingOptions = []) {
        self.options = options
    }

    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
        guard let parameters else { return try urlRequest.asURLRequest() }
        return try encode(urlRequest, withJSONObject: parameters)
    }

    /// Returns the request with an array, a dictionary or, with `.fragmentsAllowed`, any JSON value as its body.
    ///
    /// It sets `Content-Type` if the request doesn't have that field.
    ///
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` with an error that has the path to a value that JSON can't hold.
    public func encode(_ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil) throws
        -> URLRequest
    {
        guard let jsonObject else { return try urlRequest.asURLRequest() }
        var request = try urlRequest.asURLRequest()
        do {
            request.httpBody = try data(of: jsonObject)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        request.setContentTypeIfMissing("application/json")
        return request
    }

    private func data(of jsonObject: Any) throws -> Data {
        let parameter = JSONParameter(jsonObject)
        let json = try encoder.encode(parameter)
        if !options.contains(.fragmentsAllowed), !parameter.isContainer {
            throw RequestError.parameter(path: "", problem: "is neither an array nor a dictionary")
        }
        return json
    }

    private var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        // The same bytes for the same object every time.
        encoder.outputFormatting = .sortedKeys
        if options.contains(.prettyPrinted) { encoder.outputFormatting.insert(.prettyPrinted) }
        if options.contains(.withoutEscapingSlashes) { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
        return encoder
    }
}
#endif
