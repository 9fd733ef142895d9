import HTTPTypes

extension Response {
    /// The name under which the server suggests to keep the body in a file; nil if it suggests none.
    ///
    /// From the `Content-Disposition` field (RFC 6266), made safe: the last component of what may be a path, without control
    /// characters, without dots at its start, which would hide the file or lead elsewhere, and of at most 255 bytes in
    /// UTF-8, with its extension kept. There may be a file of that name already.
    public var suggestedFilename: String? {
        headerFields[values: .contentDisposition].lazy.compactMap { ContentDisposition.fileName(in: $0) }.first
            .flatMap { FileName.safe($0) }
    }
}
