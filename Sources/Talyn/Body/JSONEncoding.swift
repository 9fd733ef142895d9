public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Parameters as a JSON body.
///
/// Members are sorted by name, so that the same parameters always make the same bytes. A `nil` becomes `null`.
public struct JSONEncoding: ParameterEncoding {
    /// Compact JSON.
    public static let `default` = JSONEncoding()
    /// JSON with line breaks and indentation.
    public static let prettyPrinted = JSONEncoding(options: .prettyPrinted)

    /// How the JSON is written; members are sorted in any case.
    public let options: JSONSerialization.WritingOptions

    /// Creates an encoding that writes compact JSON unless the options say otherwise.
    public init(options: JSONSerialization.WritingOptions = []) {
        self.options = options
    }

    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        guard let parameters else { return try urlRequest.asURLRequest() }
        return try encode(urlRequest, withJSONObject: parameters)
    }

    /// The request with any JSON value as its body: an array, a dictionary, or with `.fragmentsAllowed` a single value.
    ///
    /// - Throws: ``RequestError/parameter(path:problem:)`` with the path to a part that JSON can't hold.
    public func encode(
        _ urlRequest: any URLRequestConvertible,
        withJSONObject jsonObject: (any Sendable)? = nil
    ) throws -> URLRequest {
        guard let jsonObject else { return try urlRequest.asURLRequest() }
        return try encode(urlRequest.asURLRequest(), untyped: jsonObject)
    }

    /// The request with a JSON value of any type as its body.
    package func encode(_ request: URLRequest, untyped jsonObject: Any) throws -> URLRequest {
        var request = request
        let tree = try JSONTree(jsonObject, path: "")
        if !options.contains(.fragmentsAllowed), !tree.isContainer {
            throw RequestError.parameter(path: "", problem: "is neither an array nor a dictionary")
        }
        request.httpBody = try encoder.encode(tree)
        request.setContentTypeIfMissing("application/json")
        return request
    }

    private var encoder: JSONEncoder {
        let encoder = JSONEncoder.deterministic
        if options.contains(.prettyPrinted) { encoder.outputFormatting.insert(.prettyPrinted) }
        if options.contains(.withoutEscapingSlashes) { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
        return encoder
    }
}
