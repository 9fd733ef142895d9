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
        default: .none
        }
    }
}

extension Transfer {
    var upload: Upload? {
        if case .upload(let upload) = self { upload } else { nil }
    }

    var isDownload: Bool {
        if case .download = self { true } else { false }
    }
}
