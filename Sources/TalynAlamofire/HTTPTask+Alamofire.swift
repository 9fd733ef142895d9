#if Alamofire
public import Alamofire
public import Talyn

// Where an encoding is one of Talyn's too, as Alamofire's own are, the case of the same name is meant.
extension HTTPTask {
    /// Parameters, put into the query or the body by an encoding that was written for Alamofire.
    @_disfavoredOverload
    public static func requestParameters(
        parameters: Talyn.Parameters,
        encoding: any Alamofire.ParameterEncoding
    ) -> HTTPTask {
        .requestParameters(parameters: parameters, encoding: AlamofireParameterEncoding(encoding: encoding))
    }

    /// Parameters in the body, put there by an encoding that was written for Alamofire, and others in the query.
    @_disfavoredOverload
    public static func requestCompositeParameters(
        bodyParameters: Talyn.Parameters,
        bodyEncoding: any Alamofire.ParameterEncoding,
        urlParameters: Talyn.Parameters
    ) -> HTTPTask {
        .requestCompositeParameters(
            bodyParameters: bodyParameters,
            bodyEncoding: AlamofireParameterEncoding(encoding: bodyEncoding),
            urlParameters: urlParameters
        )
    }

    /// Parameters, put into the query or the body by an encoding that was written for Alamofire; the body of the
    /// response goes to a file.
    @_disfavoredOverload
    public static func downloadParameters(
        parameters: Talyn.Parameters,
        encoding: any Alamofire.ParameterEncoding,
        destination: @escaping Talyn.DownloadDestination
    ) -> HTTPTask {
        .downloadParameters(
            parameters: parameters,
            encoding: AlamofireParameterEncoding(encoding: encoding),
            destination: destination
        )
    }
}
#endif
