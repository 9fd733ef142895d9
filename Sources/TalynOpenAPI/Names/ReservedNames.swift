/// The names of types that generated types must not hide, since generated code or its readers use them.
enum ReservedNames {
    static let types = swift.union(talyn)

    private static let swift = """
        Actor Any AnyHashable AnyObject Array ArraySlice AsyncSequence Bool Bundle Character Clock Codable CodingKey
        Collection Comparable Data Date DateComponents Decimal Decodable Decoder Dictionary Double Duration Encodable
        Encoder Equatable Error FileManager Float Foundation HTTPField HTTPFields HTTPRequest HTTPResponse Hashable
        Hasher Identifiable Int Int32 Int64 Int8 Iterator JSONDecoder JSONEncoder KeyPath List Locale MainActor
        Measurement Never NSObject Notification Operation Optional Process Protocol Range RawRepresentable Result Self
        Sendable Sequence Set String Substring Swift Task Thread TimeZone Timer Type UInt UInt64 URL URLRequest
        URLResponse URLSession UUID Unit View Void
        """.tokenSet

    private static let talyn = """
        APIOperation DescribedOperation FormStyle HeaderItem OperationBody AccessTokenPlugin AuthenticationError
        AuthorizationServer AuthorizationType Authenticator Backoff BodyCompression BodyError CachePlugin CachePolicy CalendarDate
        CallContext CallKey CallMetrics ClientCertificate CodingOptions Cookie CookiePolicy Credential DecodableTargetType
        DownloadDestination ElementStream EmptyResult Endpoint EnvelopeError EventDecodable EventStream Fault HTTPBody Idempotency
        Indirect JSONValue MultiProvider MultipartFile MultipartForm MultipartPart OAuthPlugin OAuthSession OpenEnum OpenIntegerEnum
        OutgoingRequest Page PageContent PageStream Pagination ParameterText PasswordCredential PatchValue Plugin
        PropertyKey Provider QueryItem Recording Redaction RedirectPolicy RejectionError RequestBody RequestOptions
        RequestParameters RequestPath RequestPriority Response ResponseEnvelope ResponseStream RetryPlugin
        SecurityCredentials SecurityScheme ServerSentEvent ServerTrust StatusValidation StreamIterator Stub StubAnswer
        StubSet Talyn TalynCore TalynError TalynOpenAPIRuntime TargetType Timestamp TokenRequest TransferEvent TransferProgress
        TransferStream Transport TransportError TransportOptions UnionDecoder UnionForms UnixTime
        """.tokenSet
}

extension String {
    /// The word in the singular, for the type of an array's elements.
    var singular: String {
        let lowercase = lowercased()
        if count > 4, lowercase.hasSuffix("ies") { return dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zes"] where lowercase.hasSuffix(ending) {
            return String(dropLast(2))
        }
        for ending in ["ss", "us", "is", "news", "data"] where lowercase.hasSuffix(ending) { return self }
        return count > 3 && lowercase.hasSuffix("s") ? String(dropLast()) : self
    }
}
