public import HTTPTypes

extension HTTPField.Name {
    /// See draft-ietf-httpapi-idempotency-key-header.
    public static let idempotencyKey = HTTPField.Name("Idempotency-Key")!

    /// See RFC 9211.
    public static let cacheStatus = HTTPField.Name("Cache-Status")!
}
