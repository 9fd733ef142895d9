extension HTTPRequest.Method {
    /// A method by its name, which need not be one that HTTP knows.
    ///
    /// A character that no method can have (RFC 9110, section 9.1) is replaced by `_`, so that the server refuses it.
    @_disfavoredOverload
    public init(rawValue: String) {
        let token = String(rawValue.map { HTTPRequest.Method(String($0)) == nil ? "_" : $0 })
        self = HTTPRequest.Method(token) ?? HTTPRequest.Method("_") ?? .get
    }
}
