/// What of a call goes past the memory.
enum Transfer: Sendable {
    /// Nothing.
    case none
    /// The body of the request.
    case upload(Upload)
    /// The body of the response.
    case download(DownloadDestination)
}

extension HTTPTask {
    var transfer: Transfer {
        switch self {
        case .uploadFile(let url): .upload(.file(url))
        case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): .upload(.parts(parts))
        case .downloadDestination(let destination), .downloadParameters(_, _, let destination): .download(destination)
        case .requestCompositeParameters(_, let encoding as StreamedUploadEncoding, _):
            .upload(.stream(encoding.upload))
        case .requestCompositeParameters(_, let encoding as AddedQueryEncoding, _):
            encoding.base.transfer
        default: .none
        }
    }
}

extension Transfer {
    var upload: Upload? {
        if case .upload(let upload) = self { upload } else { nil }
    }

    /// Whether calls may share it: a download has a place of its own to go to, and a stream is read once.
    var isShareable: Bool {
        switch self {
        case .download, .upload(.stream): false
        case .none, .upload: true
        }
    }
}
