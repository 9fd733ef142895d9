public import Foundation

/// Where a download goes, and what is to be heeded on the way.
///
/// ```swift
/// let destination = TransferDestination(file) {
///     $0.options = .removePreviousFile
///     $0.keepsPartialFile = true
/// }
/// ```
///
/// The file appears there once it is complete, in one step. Until then it grows beside that place, under a hidden name;
/// only one download to a destination is under way at a time, in whatever process.
public struct TransferDestination: Sendable {
    /// Where the file goes.
    public var url: URL

    /// How it is put there. Without options, the directory has to be there, and at the URL nothing.
    public var options: DownloadOptions = []

    /// Whether what has arrived is kept when the download fails or is cancelled, so that another one to the same
    /// destination goes on with it, perhaps in another process.
    ///
    /// It is kept if the server has said by what its version can be told from others, and gone on with if the request is
    /// for the same URL. What another user has put in its place, or could have changed, is replaced. If it can't be removed, as
    /// in a directory for all users, the call fails.
    public var keepsPartialFile = false

    /// The digest that the file has to have; nil if only the server may say one.
    ///
    /// On Linux it can be checked with the trait `Crypto` only; without, the call fails before anything is sent.
    public var digest: ContentDigest?

    /// Creates a destination.
    ///
    /// - Parameters:
    ///   - url: Where the file goes.
    ///   - configure: Sets what is to be other than by default.
    public init(_ url: URL, _ configure: (inout TransferDestination) -> Void = { _ in }) {
        self.url = url
        configure(&self)
    }
}
