#if !Alamofire
public import Foundation
import Talyn
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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

    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        try adapted.encode(urlRequest.asURLRequest(), untyped: parameters ?? [:])
    }

    /// The pairs that a value makes under a name, percent-encoded.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        adapted.pairs(name: key, value: value)
    }

    /// A text, percent-encoded for a query or a form.
    public func escape(_ string: String) -> String {
        Talyn.URLEncoding.escaped(string)
    }

    private var adapted: Talyn.URLEncoding {
        let destination: Talyn.URLEncoding.Destination =
            switch destination {
            case .methodDependent: .methodDependent
            case .queryString: .queryString
            case .httpBody: .httpBody
            }
        let arrays: Talyn.URLEncoding.ArrayEncoding =
            switch arrayEncoding {
            case .brackets: .brackets
            case .noBrackets: .noBrackets
            case .indexInBrackets: .indexInBrackets
            case .custom(let name): .custom(name)
            }
        return Talyn.URLEncoding(
            destination: destination,
            arrayEncoding: arrays,
            boolEncoding: boolEncoding == .numeric ? .numeric : .literal
        )
    }
}
#endif
