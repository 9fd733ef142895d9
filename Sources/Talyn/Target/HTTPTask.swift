public import Foundation

/// What a request carries, and what becomes of its response.
@preconcurrency
public enum HTTPTask: Sendable {
    /// Nothing.
    case requestPlain

    /// A body of bytes.
    case requestData(Data)

    /// A JSON body.
    case requestJSONEncodable(any Encodable & Sendable)

    /// A JSON body, written by an encoder of its own.
    case requestCustomJSONEncodable(any Encodable & Sendable, encoder: JSONEncoder)

    /// Parameters, put into the query or the body by an encoding.
    case requestParameters(parameters: Parameters, encoding: any ParameterEncoding)

    /// A body of bytes, and parameters in the query.
    case requestCompositeData(bodyData: Data, urlParameters: Parameters)

    /// Parameters in the body, and others in the query.
    case requestCompositeParameters(
        bodyParameters: Parameters,
        bodyEncoding: any ParameterEncoding,
        urlParameters: Parameters
    )

    /// The content of a file as the body, read while it is sent.
    case uploadFile(URL)

    /// A multipart body (RFC 7578), read from its parts while it is sent.
    ///
    /// The boundary is a random one, unless the target's `Content-Type` field has one.
    case uploadMultipart([MultipartFormData])

    /// A multipart body, and parameters in the query.
    case uploadCompositeMultipart([MultipartFormData], urlParameters: Parameters)

    /// Nothing; the body of the response goes to a file.
    case downloadDestination(DownloadDestination)

    /// Parameters, put into the query or the body by an encoding; the body of the response goes to a file.
    case downloadParameters(
        parameters: Parameters,
        encoding: any ParameterEncoding,
        destination: DownloadDestination
    )
}
