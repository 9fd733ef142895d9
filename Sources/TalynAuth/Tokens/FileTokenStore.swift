import TalynCore
public import _TalynFoundation
import _TalynSupport

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
///
/// Several processes can share the file: one renews the tokens, and the others wait and load them. A lock on the file `.NAME.lock`
/// beside it tells them. It ends with its process. On a file system without locks, each process renews for itself.
public struct FileTokenStore: TokenStore {
    /// The largest file that the store reads, in bytes.
    private static let maximumSize = 1_000_000

    private let url: URL
    private let time: TimeSource

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - url: The file. The store makes its folder, with the mode 0700, and replaces the file in one step.
    ///   - clock: The clock that measures the waits for other processes.
    public init(_ url: URL, clock: any Clock<Duration> = ContinuousClock()) {
        self.url = url
        time = TimeSource(clock)
    }

    public func load() async throws -> Data? {
        let url = url
        return try await work { () throws(FileError) in
            let file: OpenFile
            do throws(FileError) {
                file = try OpenFile(reading: url)
            } catch {
                // Only a file that isn't there means an empty store: another failure must not end the session.
                if case .cannotRead(_, .ENOENT) = error { return nil }
                throw error
            }
            let data = try file.readToEnd(limit: Self.maximumSize + 1)
            guard data.count <= Self.maximumSize else { throw .cannotRead(url, .EFBIG) }
            return data.isEmpty ? nil : data
        }
    }

    public func save(_ tokens: Data?) async throws {
        try await work { [self] () throws(FileError) in
            removeRemains()
            guard let tokens else {
                guard unlink(url.path) != 0, errno != ENOENT else { return }
                throw .cannotWrite(url, .current)
            }
            makeFolder()
            // Another process can take a new file for a remain.
            for attempt in 1... {
                do throws(FileError) {
                    // A reader sees the old tokens or the new ones, also after a crash: the server may refuse the old refresh token.
                    return try FilePlacement(
                        source: name(UUID().uuidString),
                        destination: url,
                        replacesExistingFile: true
                    ).write(tokens, permissions: 0o600, isDurable: true)
                } catch .cannotWrite(_, .ENOENT) where attempt < 3 {
                    continue
                }
            }
        }
    }

    // MARK: - Exclusive access

    public func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess {
        let lock = try await lock(within: limit)
        return TokenStoreAccess { lock.unlock() }
    }

    /// Locks the file beside the tokens until it is closed. Each try takes a moment, so that no thread waits.
    private func lock(within limit: Duration) async throws -> OpenFile {
        let file = try await work { [self] () throws(FileError) in
            makeFolder()
            return try OpenFile(forLocking: name("lock"))
        }
        let end = time.now + limit
        var pause = Duration.milliseconds(5)
        while !file.lock() {
            let rest = end - time.now
            guard rest > .zero else { throw TokenStoreBusyError(limit: limit, file: file.url) }
            try await time.sleep(for: min(pause, rest))
            pause = min(pause * 2, .milliseconds(100))
        }
        return file
    }

    // MARK: - Files

    /// Does work with files, whose failure is a ``BodyError``.
    private func work<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async throws -> Value {
        do {
            return try await FileWork.run(work)
        } catch {
            throw BodyError(error) ?? error
        }
    }

    private var folder: URL { url.deletingLastPathComponent() }

    /// A hidden file beside that of the tokens.
    private func name(_ suffix: String) -> URL { folder.appending(path: ".\(url.lastPathComponent).\(suffix)") }

    private func makeFolder() {
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes the files of processes that ended while they saved. They have tokens. A file that is being written has a lock.
    private func removeRemains() {
        let prefix = ".\(url.lastPathComponent)."
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(prefix) {
            let remain = folder.appending(path: name)
            guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil,
                let file = try? OpenFile(reading: remain), file.lock()
            else { continue }
            unlink(remain.path)
        }
    }
}

/// Another process has had a store to itself for too long.
struct TokenStoreBusyError: Error, DescribedError {
    let limit: Duration
    let file: URL

    var problem: String {
        "Another process is renewing the tokens. It has held the lock of \(file.path) for \(limit.inWords)."
    }

    var recovery: String? { "Try again. If that process hangs, end it." }
}
