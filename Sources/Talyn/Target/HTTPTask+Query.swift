extension HTTPTask {
    /// The members of an `Encodable` value as query parameters: `.query(["page": 2])`.
    ///
    /// - Parameters:
    ///   - value: A value with named members, such as a struct or a dictionary with string keys. Anything else fails the
    ///     call with ``TalynError/parameterEncoding(_:)``.
    ///   - encoder: How names and values are written; by default a member that is `nil` is left out.
    public static func query(
        _ value: any Encodable & Sendable,
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()
    ) -> HTTPTask {
        .requestParameters(
            parameters: [:],
            encoding: EncodableFormEncoding(value: value, encoder: encoder, destination: .query)
        )
    }

    /// The members of an `Encodable` value as a form, `application/x-www-form-urlencoded`, in the body.
    ///
    /// - Parameters:
    ///   - value: A value with named members, such as a struct or a dictionary with string keys. Anything else fails the
    ///     call with ``TalynError/parameterEncoding(_:)``.
    ///   - encoder: How names and values are written; by default a member that is `nil` is left out.
    public static func form(
        _ value: any Encodable & Sendable,
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()
    ) -> HTTPTask {
        .requestParameters(
            parameters: [:],
            encoding: EncodableFormEncoding(value: value, encoder: encoder, destination: .body)
        )
    }

    /// The task with more parameters in its query, behind those that it puts there.
    ///
    /// ```swift
    /// case .rename(let file, let name, let notify):
    ///     .requestJSONEncodable(["name": name]).adding(query: ["notify": notify] as RequestFields)
    /// ```
    ///
    /// For any task, uploads and downloads among them: what it does otherwise, and the errors with which it fails, stay
    /// as they are. To what looks into it, it is another case, of those that have both a body and a query.
    ///
    /// - Parameters:
    ///   - value: A value with named members, such as ``RequestFields``. Anything else fails the call with
    ///     ``TalynError/parameterEncoding(_:)``.
    ///   - encoder: How names and values are written; by default a member that is `nil` is left out.
    public func adding(
        query value: any Encodable & Sendable,
        encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()
    ) -> HTTPTask {
        let query = EncodableFormEncoding(value: value, encoder: encoder, destination: .query)
        return switch self {
        case .requestPlain:
            .requestParameters(parameters: [:], encoding: query)
        case .downloadDestination(let destination):
            .downloadParameters(parameters: [:], encoding: query, destination: destination)
        default:
            .requestCompositeParameters(
                bodyParameters: [:],
                bodyEncoding: AddedQueryEncoding(base: self, query: query),
                urlParameters: [:]
            )
        }
    }
}
