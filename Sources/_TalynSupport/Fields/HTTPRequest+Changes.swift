public import HTTPTypes

extension HTTPRequest {
    /// The names of the header fields and query parameters that an earlier form of the request hasn't, or has with other values.
    ///
    /// `Authorization` isn't among them: it is a credential in any case.
    public func namesChanged(since original: HTTPRequest) -> Set<String> {
        var names: Set<String> = []
        for field in headerFields where field.name != .authorization && !original.headerFields.contains(field) {
            names.insert(field.name.rawName)
        }
        if path != original.path {
            let known = Set((original.path ?? "").queryParameters.map(\.text))
            for parameter in (path ?? "").queryParameters where !known.contains(parameter.text) {
                names.insert(parameter.name)
            }
        }
        return names
    }
}
