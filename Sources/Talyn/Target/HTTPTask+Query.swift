extension HTTPTask {
    /// The properties of an `Encodable` value as query parameters: `.query(["page": 2])`.
    ///
    /// The value is written as JSON first, so its `CodingKeys` and the encoder's strategies decide on names and
    /// formats; then each member becomes a parameter by the rules of `encoding`. A member that is `nil` is left out.
    ///
    /// - Parameters:
    ///   - value: A value that encodes to a keyed container, such as a struct or a dictionary with string keys.
    ///     Anything else fails the call with ``TalynError/parameterEncoding(_:)``.
    ///   - encoding: How nested values, arrays and Booleans are written.
    ///   - encoder: What turns the value into members.
    public static func query(
        _ value: any Encodable & Sendable,
        encoding: URLEncoding = .queryString,
        encoder: JSONEncoder = JSONEncoder()
    ) -> HTTPTask {
        .requestParameters(
            parameters: [:],
            encoding: EncodableQueryEncoding(value: value, encoding: encoding, encoder: encoder)
        )
    }
}
