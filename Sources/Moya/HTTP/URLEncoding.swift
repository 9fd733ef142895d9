#if !Alamofire
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif
import TalynCore

/// Writes parameters as `name=value` pairs, into the query or as a form body.
///
/// Names and values are percent-encoded, pairs are sorted by name. A nested dictionary is written as `outer[inner]=value`.
public struct URLEncoding: ParameterEncoding {
    /// The place of the pairs.
    public enum Destination: Sendable {
        /// The query for GET, HEAD and DELETE, the body for other methods.
        case methodDependent

        /// The query.
        case queryString

        /// The body, as `application/x-www-form-urlencoded`.
        case httpBody
    }

    /// The names of the elements of an array.
    public enum ArrayEncoding: Sendable {
        /// `name[]=a&name[]=b`
        case brackets

        /// `name=a&name=b`
        case noBrackets

        /// `name[0]=a&name[1]=b`
        case indexInBrackets

        /// Names by a closure.
        case custom(@Sendable (_ key: String, _ index: Int) -> String)
    }

    /// The text of Booleans.
    public enum BoolEncoding: Sendable {
        /// `1` and `0`
        case numeric

        /// `true` and `false`
        case literal
    }

    /// Writes into the query or the body, by the method.
    public static var `default`: URLEncoding { URLEncoding() }

    /// Writes into the query.
    public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }

    /// Writes into the body.
    public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

    /// The place of the pairs.
    public let destination: Destination

    /// The names of the elements of an array.
    public let arrayEncoding: ArrayEncoding

    /// The text of Booleans.
    public let boolEncoding: BoolEncoding

    /// Creates an encoding.
    public init(
        destination: Destination = .methodDependent,
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: [String: Any]?) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        var writer = ParameterWriter(arrayEncoding: arrayEncoding, boolEncoding: boolEncoding)
        try writer.write(parameters.mapValues { Self.described($0) })
        return putsIntoBody(of: request) ? request.withForm(writer.text) : request.withQuery(writer.text)
    }

    /// The pairs that a value makes under a name, percent-encoded.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        var writer = ParameterWriter(arrayEncoding: arrayEncoding, boolEncoding: boolEncoding)
        try? writer.write([key: Self.described(value)])
        return writer.text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (String(name), String(pair.dropFirst(name.count + 1)))
        }
    }

    /// A text, percent-encoded for a query or a form.
    public func escape(_ string: String) -> String {
        string.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? string
    }

    private static let unescaped = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?"
    )

    /// Replaces nil and NSNull by text, as Alamofire does. Talyn leaves them out.
    private static func described(_ value: Any) -> Any {
        switch value {
        case let members as [String: Any]: members.mapValues { described($0) }
        case let elements as [Any]: elements.map { described($0) }
        case is NSNull: "<null>"
        case Optional<Any>.none: "nil"
        default: value
        }
    }

    private func putsIntoBody(of request: URLRequest) -> Bool {
        switch destination {
        case .methodDependent: !["GET", "HEAD", "DELETE"].contains(request.httpMethod ?? "GET")
        case .queryString: false
        case .httpBody: true
        }
    }
}

extension URLRequest {
    /// The request with pairs as its body.
    fileprivate func withForm(_ pairs: String) -> URLRequest {
        var request = self
        request.setContentTypeIfMissing("application/x-www-form-urlencoded; charset=utf-8")
        request.httpBody = Data(pairs.utf8)
        return request
    }

    /// The request with pairs at the end of its query.
    fileprivate func withQuery(_ pairs: String) -> URLRequest {
        guard !pairs.isEmpty, let text = url?.absoluteString else { return self }
        let base = text.prefix { $0 != "#" }
        let separator =
            switch base.firstIndex(of: "?") {
            case nil: "?"
            case let mark? where base.index(after: mark) == base.endIndex: ""
            default: "&"
            }
        var request = self
        request.url = URL(string: base + separator + pairs)
        return request
    }
}
#endif
