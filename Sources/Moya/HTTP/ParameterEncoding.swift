#if !Alamofire
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A way to put parameters into a request.
public protocol ParameterEncoding: Sendable {
    /// The parameters of a request, by name.
    typealias Parameters = [String: Any]

    /// A value that stands for a request.
    typealias URLRequestConvertible = Session.URLRequestConvertible

    /// The request with the parameters in it.
    ///
    /// - Throws: The problem of the request or of a parameter. The call then fails with ``MoyaError/parameterEncoding(_:)``.
    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

extension Session {
    /// A value that stands for a request.
    public protocol URLRequestConvertible: Sendable {
        /// The request.
        ///
        /// - Throws: An error if the value makes no valid request.
        func asURLRequest() throws -> URLRequest
    }
}

extension URLRequest: Session.URLRequestConvertible {
    public func asURLRequest() throws -> URLRequest { self }
}
#endif
