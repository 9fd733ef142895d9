#if Alamofire
package import Alamofire
package import Talyn

/// Errors of Alamofire's stay what they are, since that is what apps look for behind an underlying error.
extension AFError: TransportFailure {
    package var transportError: TransportError { TransportError(alamofire: self, url: url) }
}

extension AlamofireTransport: ValidatingTransport {
    package func validationError(for statusCode: Int) -> any Error {
        AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: statusCode))
    }
}

extension Alamofire.Session: ValidatingTransport {
    package func validationError(for statusCode: Int) -> any Error {
        AlamofireTransport(session: self).validationError(for: statusCode)
    }
}
#endif
