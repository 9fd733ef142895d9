/// How the body of a request is compressed (RFC 9110, section 8.4).
///
/// The body is compressed in each attempt, once the plugins have prepared it; the request of the response is the one
/// that was sent. Sent as it is: a body that is a file or a stream, or would not become smaller, and a request that has
/// a `Content-Encoding` already, or a digest of its body. A plugin that signs bodies in another field doesn't sign what
/// is sent: leave compression out there.
///
/// On Linux it needs the trait `AsyncHTTPClient`, whatever the transport. Without it, a call whose body is to be
/// compressed fails with ``BodyError/noCompressor``.
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
