import HTTPTypes
public import _TalynFoundation

/// The compression of a request's body (RFC 9110, section 8.4).
///
/// The modules of the transports bring `gzip`: TalynAsyncHTTPClient on Linux, and TalynURLSession on Apple platforms. Others can be
/// made with a compressor of your own.
///
/// The body of each attempt is compressed after the plugins prepared it. Some bodies are sent unchanged: files, streams,
/// bodies that would not become smaller, and bodies with a `Content-Encoding` or a digest. A plugin that signs the body in
/// another field signs the uncompressed bytes: don't combine the two.
public struct BodyCompression: Sendable {
    /// The name of the coding in the `Content-Encoding` field, such as `gzip`.
    public let contentCoding: String

    /// The smallest body in bytes that is compressed.
    public let minimumSize: Int

    /// Compresses a body; nil if it can't.
    let encode: @Sendable (Data) -> Data?

    /// Creates a compression.
    ///
    /// - Parameters:
    ///   - contentCoding: The name of the coding in the `Content-Encoding` field.
    ///   - minimumSize: The smallest body in bytes that is compressed.
    ///   - compress: Compresses a body; nil if it can't. The body is then sent as it is.
    public init(
        contentCoding: String,
        minimumSize: Int = 1_024,
        compress: @escaping @Sendable (_ body: Data) -> Data?
    ) {
        self.contentCoding = contentCoding
        self.minimumSize = minimumSize
        encode = compress
    }

    /// Larger bodies would need three times their size in memory.
    static let maximumSize = 1 << 30

    /// The fields of bodies that are compressed already, or that have a digest (RFC 9530).
    private static let fieldsOfFinishedBodies: [HTTPField.Name] =
        [.contentEncoding]
        + ["Content-Digest", "Content-MD5", "Digest", "Repr-Digest"].compactMap { HTTPField.Name($0) }

    /// Compresses the body of a request, if it is in memory and becomes smaller.
    func compress(_ request: inout OutgoingRequest) {
        guard let body = request.body?.data, !body.isEmpty, body.count >= minimumSize, body.count <= Self.maximumSize,
            !Self.fieldsOfFinishedBodies.contains(where: { request.headerFields.contains($0) }),
            let packed = encode(body), packed.count < body.count
        else { return }
        request.body = HTTPBody(packed)
        request.headerFields[.contentEncoding] = contentCoding
        if request.headerFields.contains(.contentLength) { request.headerFields[.contentLength] = "\(packed.count)" }
    }
}

/// Two compressions are equal if they have the same coding and the same minimum size.
extension BodyCompression: Hashable {
    public static func == (first: BodyCompression, second: BodyCompression) -> Bool {
        first.contentCoding == second.contentCoding && first.minimumSize == second.minimumSize
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentCoding)
        hasher.combine(minimumSize)
    }
}
