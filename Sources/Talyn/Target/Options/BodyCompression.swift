/// How the body of a request is compressed (RFC 9110, section 8.4).
///
/// A request that has a `Content-Encoding` already is sent as it is, and so is a body that is a file or a stream.
public struct BodyCompression: Sendable, Hashable {
    /// From how many bytes on a body is compressed.
    let minimumSize: Int

    /// With gzip (RFC 1952), bodies of a kilobyte or more.
    public static let gzip = gzip(minimumSize: 1_024)

    /// With gzip (RFC 1952), bodies of so many bytes or more.
    public static func gzip(minimumSize: Int) -> BodyCompression {
        BodyCompression(minimumSize: minimumSize)
    }
}
