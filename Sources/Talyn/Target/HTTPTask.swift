/// What a request carries.
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
}
