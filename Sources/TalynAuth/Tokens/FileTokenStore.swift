import TalynCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// Keeps tokens in a file that only its owner can read (mode 0600).
///
/// The file isn't encrypted. It fits command lines and servers; an app on an Apple platform keeps its tokens in the keychain.
public struct FileTokenStore: TokenStore {
    /// The largest file that the store reads, in bytes.
    private static let maximumSize = 1_000_000

    private let url: URL

    /// Creates a store.
    ///
    /// - Parameter url: The file. The store makes its folder, with the mode 0700, and replaces the file in one step.
    public init(_ url: URL) {
        self.url = url
    }

    public func load() async throws -> Data? {
        let url = url
        return try await FileWork.run { () throws(BodyError) in
            let file: OpenFile
            do throws(BodyError) {
                file = try OpenFile(reading: url)
            } catch {
                // Only a file that isn't there means an empty store: another failure must not end the session.
                if case .cannotRead(_, .ENOENT) = error { return nil }
                throw error
            }
            let data = try file.readToEnd(limit: Self.maximumSize + 1)
            guard data.count <= Self.maximumSize else { throw BodyError.cannotRead(url, .EFBIG) }
            return data.isEmpty ? nil : data
        }
    }

    public func save(_ tokens: Data?) async throws {
        let url = url
        try await FileWork.run { () throws(BodyError) in
            guard let tokens else {
                guard unlink(url.path) != 0, errno != ENOENT else { return }
                throw BodyError.cannotWrite(url, .current)
            }
            let folder = url.deletingLastPathComponent()
            try? FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            // A reader sees the old tokens or the new ones, also after a crash.
            let temporary = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
            defer { unlink(temporary.path) }
            let file = try OpenFile(creatingPrivate: temporary)
            try file.write(tokens)
            try file.synchronize()
            guard rename(temporary.path, url.path) == 0 else { throw BodyError.cannotWrite(url, .current) }
            // The new name must be on the disk, too: the server may refuse the old refresh token. Some file systems can't do it.
            try? OpenFile(folder, flags: O_RDONLY | O_DIRECTORY, or: BodyError.cannotRead).synchronize()
        }
    }
}
