public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Says where a downloaded file goes, once all of it has arrived at a temporary place.
public typealias DownloadDestination =
    @Sendable (
        _ temporaryURL: URL, _ response: HTTPURLResponse
    ) -> (destinationURL: URL, options: DownloadOptions)

/// How a downloaded file is put in its place.
public struct DownloadOptions: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Create the directories that lead to the destination.
    public static let createIntermediateDirectories = DownloadOptions(rawValue: 1 << 0)

    /// Replace what is at the destination already; without this option that is an error.
    public static let removePreviousFile = DownloadOptions(rawValue: 1 << 1)
}
