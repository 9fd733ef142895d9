#if !Alamofire
extension URLSessionConfiguration {
    /// The header fields for requests that don't set them themselves: `httpAdditionalHeaders`, as header fields.
    public var headers: HTTPFields {
        get {
            var headers = HTTPFields()
            for (name, value) in httpAdditionalHeaders?.textual ?? [:] {
                guard let name = HTTPField.Name(name) else { continue }
                headers[name] = value
            }
            return headers
        }
        set { httpAdditionalHeaders = newValue.combined }
    }
}

extension HTTPFields {
    /// The header fields that a session's requests have if it is given no others: Accept-Encoding, Accept-Language with
    /// the user's first languages, and User-Agent.
    public static var `default`: HTTPFields {
        let languages = Locale.preferredLanguages.prefix(6).enumerated()
            .map { $0.offset == 0 ? $0.element : "\($0.element);q=0.\(10 - $0.offset)" }
        var fields = HTTPFields()
        fields[.acceptEncoding] = "gzip, deflate"
        if !languages.isEmpty { fields[.acceptLanguage] = languages.joined(separator: ", ") }
        fields[.userAgent] = "Talyn"
        return fields
    }
}
#endif
