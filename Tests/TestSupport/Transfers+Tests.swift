package import TalynCore

@testable package import TalynTransfers

extension Provider {
    /// Downloads a file; returns the response at the end.
    ///
    /// - Parameter onBytes: Gets the number of bytes that the file has, and its length.
    package func downloaded(
        _ target: Target,
        to destination: DownloadDestination,
        _ options: RequestOptions = RequestOptions(),
        onBytes: (@Sendable (_ count: Int64, _ total: Int64?) -> Void)? = nil
    ) async throws(TalynError) -> Response {
        try await download(target, to: destination, options: options).operation { count in
            if count.direction == .received { onBytes?(count.completed, count.total) }
        }
    }
}

extension TransferStream {
    /// Makes the call, and records each report of its progress; returns the response.
    package func response(counting counts: Recorder<TransferCount>) async throws(TalynError) -> Response {
        try await operation { counts.record($0) }
    }
}
