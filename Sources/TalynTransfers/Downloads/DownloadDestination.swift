public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The place of a downloaded file.
///
/// ```swift
/// let destination = DownloadDestination(file) {
///     $0.replacesExistingFile = true
///     $0.keepsPartialFile = true
/// }
/// ```
///
/// The file appears there in one step, when it is complete. Until then it grows beside that place under a hidden name.
/// Only one download to a destination runs at a time, in any process.
public struct DownloadDestination: Sendable {
    /// The URL of the file.
    let url: URL

    /// Whether the download replaces a file at the URL. If not, such a file fails the call.
    public var replacesExistingFile = false

    /// Whether the download creates the directories that lead to the URL. If not, a missing directory fails the call.
    public var createsDirectories = false

    /// Whether a failed or cancelled download keeps the part that arrived.
    ///
    /// A later download of the same URL to the same destination resumes it, also in another process. The server must send
    /// an entity tag or a date that identifies the version. The download replaces a part that another user could have
    /// changed. If it can't remove such a part, the call fails.
    public var keepsPartialFile = false

    /// The digest that the file must have. By default the digest that the server sends, if any (RFC 9530).
    ///
    /// On Linux this needs the trait `Crypto`. Without the trait, the call fails before it sends a request.
    public var digest: ContentDigest?

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - configure: Sets the properties that differ from the defaults.
    public init(_ url: URL, _ configure: (inout DownloadDestination) -> Void = { _ in }) {
        self.url = url
        configure(&self)
    }
}

extension Provider {
    /// A call of a target that downloads a file, and resumes when the connection drops.
    ///
    /// The file grows beside its destination, and appears there in one step when it is complete. If the connection drops
    /// after new bytes arrived, the download resumes immediately. Without new bytes the call fails, unless a plugin such as
    /// ``RetryPlugin`` repeats it.
    ///
    /// To resume, the next attempt asks for the missing part only (RFC 9110, section 14.2). For that, the server must have
    /// sent an entity tag or a date that identifies the version (section 13.1.5). If the server has another version by then,
    /// the download starts over.
    ///
    /// The download checks the length of the file. It also checks a digest that the server sends
    /// (RFC 9530); on Linux, with the trait `Crypto`.
    ///
    /// A status outside 200 to 299 always fails the call, since an error page isn't the file.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - destination: The place of the file.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Returns: A stream of the progress, which ends with a response whose ``Response/fileURL`` is the file.
    public func download(
        _ target: Target,
        to destination: DownloadDestination,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> TransferStream {
        let callSite = CallSite(fileID: fileID, line: line)
        return TransferStream(time: TimeSource(clock)) { (onProgress) async throws(TalynError) in
            let download = ResumableDownload(destination) { count, total in
                onProgress(TransferCount(direction: .received, completed: count, total: total))
            }
            var setup = CallSetup(callSite: callSite)
            setup.receiver = download
            setup.plugins = [download]
            do throws(TalynError) {
                var response = try await self.request(target, options: options, setup: setup)
                if !download.isPlaced { response = try await download.save(response) }
                await download.close()
                return response
            } catch {
                await download.close()
                throw error
            }
        }
    }

    /// A call of a target that downloads a file, and resumes when the connection drops.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - file: The URL of the file. Its directory must exist, and nothing may be at the URL.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Returns: A stream of the progress, which ends with a response whose ``Response/fileURL`` is the file.
    public func download(
        _ target: Target,
        to file: URL,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> TransferStream {
        download(target, to: DownloadDestination(file), options: options, fileID: fileID, line: line)
    }
}
