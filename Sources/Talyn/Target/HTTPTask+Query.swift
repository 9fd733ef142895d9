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
}
