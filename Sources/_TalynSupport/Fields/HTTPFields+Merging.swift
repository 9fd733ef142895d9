public import HTTPTypes

extension HTTPFields {
    /// The fields, with those of others in place of those with the same name.
    public func replacing(with others: HTTPFields) -> HTTPFields {
        if others.isEmpty { return self }
        if isEmpty { return others }
        var result = self
        for name in Set(others.map(\.name)) { result[values: name] = others[values: name] }
        return result
    }

    /// The fields that transports add themselves. Every origin may see them.
    public var addedByTransports: HTTPFields { HTTPFields(lazy.filter { $0.name.isAddedByTransports }) }
}

extension HTTPField.Name {
    /// Whether transports add the field themselves.
    public var isAddedByTransports: Bool {
        switch self {
        case .accept, .acceptEncoding, .acceptLanguage, .userAgent: true
        default: false
        }
    }
}
