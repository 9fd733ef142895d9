#if !Alamofire
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Session {
    /// The types that say where a downloaded file goes.
    public enum DownloadRequest {
        /// Gives the place of a downloaded file, once it has arrived completely at a temporary place.
        public typealias Destination =
            @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (destinationURL: URL, options: Options)

        /// How a downloaded file is moved to its place.
        public struct Options: OptionSet, Sendable {
            public let rawValue: Int

            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            /// Creates the directories of the destination.
            public static let createIntermediateDirectories = Options(rawValue: 1 << 0)

            /// Replaces a file at the destination. Without this option, the call fails with
            /// `AFError.downloadedFileMoveFailed`.
            public static let removePreviousFile = Options(rawValue: 1 << 1)
        }
    }
}

/// Gives the place of a downloaded file, once it has arrived completely at a temporary place.
public typealias DownloadDestination = Session.DownloadRequest.Destination
#endif
