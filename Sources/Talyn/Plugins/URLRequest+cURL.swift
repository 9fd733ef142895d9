#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// A `curl` command that sends the same request when it is pasted into a POSIX shell.
    ///
    /// It sends method, URL, header fields and body of the request and nothing besides, and doesn't follow redirects. A
    /// body that is not text is written by `printf` and read by curl from its standard input. A body that is a stream is
    /// not part of the command, nor is that of a `HEAD` request, with which curl sends none.
    ///
    /// - Parameters:
    ///   - sessionHeaders: The header fields that the transport adds to every request that doesn't set them itself.
    ///   - credential: Who the caller is, should the server ask; curl then chooses the scheme as the server decides.
    ///   - redaction: What of it is masked. A masked secret makes it another request: with `.none` it is the same one.
    public func cURLCommand(
        sessionHeaders: [String: String] = [:],
        credential: URLCredential? = nil,
        redaction: Redaction = .default
    ) -> String {
        CURLCommand(self, sessionHeaders: sessionHeaders, credential: credential, redaction: redaction).text
    }
}
