#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The parameters of a request, by name.
public typealias Parameters = [String: any Sendable]

/// A way to put parameters into a request.
///
/// ``URLEncoding`` and ``JSONEncoding`` are the usual ones.
@preconcurrency
public protocol ParameterEncoding: Sendable {
    /// The request with the parameters in it.
    ///
    /// - Throws: What is wrong with the request or a parameter; the call then fails with
    ///   ``TalynError/parameterEncoding(_:)``.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

/// An encoding that knows where the parameters go.
package protocol DestinedEncoding: ParameterEncoding {
    /// Whether they go into the body, whatever the method.
    var isForBody: Bool { get }
}

/// Something that stands for a request, `URLRequest` itself first of all.
public protocol URLRequestConvertible {
    /// The request that it stands for.
    ///
    /// - Throws: What keeps it from being a request.
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    public func asURLRequest() -> URLRequest { self }
}

extension URLRequest {
    /// Says what the body is, unless somebody has said so before.
    mutating func setContentTypeIfMissing(_ contentType: String) {
        if value(forHTTPHeaderField: "Content-Type") == nil {
            setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
    }
}
