public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The result of a call, from the parts that a session gives.
///
/// - Parameters:
///   - response: The head of the response, if one arrived.
///   - request: The request.
///   - data: The body.
///   - error: The error, if the call failed.
/// - Returns: A failure if there is an error. Without a response and an error, a failure with the code `NSURLErrorUnknown`.
public func convertResponseToResult(
    _ response: HTTPURLResponse?,
    request: URLRequest?,
    data: Data?,
    error: (any Swift.Error)?
) -> Result<Moya.Response, MoyaError> {
    let response = response.map {
        Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
    }
    switch (response, error) {
    case (let response, let error?):
        return .failure(.underlying(error, response))
    case (let response?, nil):
        return .success(response)
    case (nil, nil):
        let unknown = NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown, userInfo: nil)
        return .failure(.underlying(unknown, nil))
    }
}
