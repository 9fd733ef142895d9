public import Foundation

/// The body, the parameters and the kind of the transfer of a request.
public enum Task {
    /// A request without a body.
    case requestPlain

    /// A body of data.
    case requestData(Data)

    /// A JSON body.
    case requestJSONEncodable(any Encodable)

    /// A JSON body, by an encoder of your own.
    case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)

    /// Parameters, which the encoding puts into the URL or the body.
    case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)

    /// A body of data, and parameters in the URL.
    case requestCompositeData(bodyData: Data, urlParameters: [String: Any])

    /// Parameters in the body, and others in the URL.
    ///
    /// A `URLEncoding` of the body has to be `URLEncoding.httpBody`. With another one, the call fails with ``MoyaError/parameterEncoding(_:)``.
    case requestCompositeParameters(
        bodyParameters: [String: Any],
        bodyEncoding: any ParameterEncoding,
        urlParameters: [String: Any]
    )

    /// An upload of a file.
    case uploadFile(URL)

    /// An upload of parts, as `multipart/form-data` (RFC 7578).
    ///
    /// It needs a part, and a method for which `supportsMultipart` is true. Without them, the call fails with
    /// ``MoyaError/underlying(_:_:)``.
    case uploadMultipart([MultipartFormData])

    /// An upload of parts, and parameters in the URL. It needs the same as ``uploadMultipart(_:)``.
    case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])

    /// A download to a file. The response's `data` is the content of the file.
    case downloadDestination(DownloadDestination)

    /// A download to a file, with parameters.
    case downloadParameters(
        parameters: [String: Any],
        encoding: any ParameterEncoding,
        destination: DownloadDestination
    )
}
