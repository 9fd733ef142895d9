#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Parameters as `name=value` pairs, in the query or as a form body.
///
/// Names and values are percent-encoded, pairs are sorted by name. A nested dictionary becomes `outer[inner]=value`;
/// a `nil` is left out.
public struct URLEncoding: ParameterEncoding {
    /// Where the pairs go.
    public enum Destination: Sendable, Hashable {
        /// Into the query for GET, HEAD and DELETE, into the body for other methods.
        case methodDependent
        /// Into the query, behind what is there.
        case queryString
        /// Into the body, as `application/x-www-form-urlencoded`.
        case httpBody
    }

    /// How the name of an array's elements is written.
    public enum ArrayEncoding: Sendable {
        /// `name[]=a&name[]=b`
        case brackets
        /// `name=a&name=b`
        case noBrackets
        /// `name[0]=a&name[1]=b`
        case indexInBrackets
        /// What the closure makes of the name and the element's index.
        case custom(@Sendable (_ name: String, _ index: Int) -> String)
    }

    /// How a Boolean is written.
    public enum BoolEncoding: Sendable, Hashable {
        /// `1` and `0`
        case numeric
        /// `true` and `false`
        case literal
    }

    /// Query or body by the method, arrays with brackets, Booleans as numbers.
    public static let `default` = URLEncoding()
    /// The same, always into the query.
    public static let queryString = URLEncoding(destination: .queryString)
    /// The same, always into the body.
    public static let httpBody = URLEncoding(destination: .httpBody)

    /// Where the pairs go.
    public let destination: Destination
    /// How the name of an array's elements is written.
    public let arrayEncoding: ArrayEncoding
    /// How a Boolean is written.
    public let boolEncoding: BoolEncoding

    /// Creates an encoding; what is left out is as in ``default``.
    public init(
        destination: Destination = .methodDependent,
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        guard let parameters, !parameters.isEmpty else { return try urlRequest.asURLRequest() }
        return try encode(urlRequest.asURLRequest(), untyped: parameters)
    }

    /// The request with parameters of any type.
    package func encode<Value>(_ request: URLRequest, untyped parameters: [String: Value]) throws -> URLRequest {
        var request = request
        var writer = URLEncodedWriter(arrayEncoding: arrayEncoding, boolEncoding: boolEncoding)
        try writer.write(parameters)
        if putsIntoQuery(method: request.httpMethod ?? "GET") {
            try request.appendQuery(String(decoding: writer.bytes, as: UTF8.self))
        } else {
            request.setFormBody(Data(writer.bytes))
        }
        return request
    }

    private func putsIntoQuery(method: String) -> Bool {
        switch destination {
        case .methodDependent: ["GET", "HEAD", "DELETE"].contains(method)
        case .queryString: true
        case .httpBody: false
        }
    }
}

extension URLRequest {
    /// Makes pairs the body.
    mutating func setFormBody(_ pairs: Data) {
        setContentTypeIfMissing("application/x-www-form-urlencoded; charset=utf-8")
        httpBody = pairs
    }

    /// Appends pairs to the query of the URL, behind those that are there.
    mutating func appendQuery(_ query: String) throws {
        guard !query.isEmpty else { return }
        guard let text = url?.absoluteString else { throw RequestError.missingURL }
        let base = text[..<(text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex)]
        let separator =
            switch base.utf8.firstIndex(of: UInt8(ascii: "?")) {
            case nil: "?"
            case let mark? where base.utf8.index(after: mark) == base.endIndex: ""
            default: "&"
            }
        url = URL(string: base + separator + query)
    }
}

extension URLEncoding: DestinedEncoding {
    package var isForBody: Bool { destination == .httpBody }
}
