extension HTTPTask {
    /// A body that is read while it is sent: of a sequence, of a file, or of whatever else makes an ``HTTPBody``.
    ///
    /// ```swift
    /// case .record(let readings): .upload(HTTPBody(readings))
    /// case .archive(let file): .upload(HTTPBody(readings(in: file), length: length(of: file), isReplayable: true))
    /// ```
    ///
    /// Nothing is said of its type: that is up to the target's `Content-Type`. The progress of the call is that of what has
    /// been sent; the total is -1 if the length isn't known.
    ///
    /// AsyncHTTPClient asks for a chunk when the connection has room for it. URLSession can send only bytes and files: a body
    /// that is neither is collected first, up to 1 MB in memory and beyond in a temporary file, so that nothing is
    /// sent before its end. A stub reads a body that comes from a sequence or a reader to its end, as a server would, so that
    /// one that fails or has another length than it claims fails there, too; of files it doesn't.
    ///
    /// A call with such a body isn't shared with an identical one under way, as there is none. It can be sent again, by a
    /// retry, a redirect that keeps the method or an answered challenge, only if the body is
    /// ``HTTPBody/isReplayable``.
    ///
    /// - Parameters:
    ///   - body: What is sent.
    ///   - urlParameters: Parameters in the query.
    public static func upload(_ body: HTTPBody, urlParameters: Parameters = [:]) -> HTTPTask {
        .requestCompositeParameters(
            bodyParameters: [:],
            bodyEncoding: StreamedUploadEncoding(upload: StreamedUpload(body)),
            urlParameters: urlParameters
        )
    }
}
