import _TalynFoundation
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

extension CacheFolder {
    /// Does work that reads and then writes entries, while no other thread or process does such work.
    func exclusively<Value, Failure>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
        let descriptor = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // Without a lock the store still works, and an update can meet a new response.
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        defer { if descriptor >= 0 { close(descriptor) } }
        return try work()
    }

    /// The random text in the digests of credentials, the same for all processes that use the folder. So equal credentials have
    /// other digests in another folder, and no table of digests helps to find them.
    func salt() -> String {
        let file = "\(path)/salt"
        if let salt = readSalt(file) { return salt }
        let salt = (0..<4).map { _ in String(UInt64.random(in: 0...(.max)), radix: 36) }.joined()
        // The file of a faster process stays.
        let placement = FilePlacement(
            source: URL(filePath: "\(file)-\(UUID().uuidString)", directoryHint: .notDirectory),
            destination: URL(filePath: file, directoryHint: .notDirectory),
            replacesExistingFile: false
        )
        let isPlaced = (try? placement.write(Data(salt.utf8), permissions: 0o600)) != nil
        return isPlaced ? salt : readSalt(file) ?? salt
    }

    private func readSalt(_ path: String) -> String? {
        guard let file = try? OpenFile(reading: URL(filePath: path, directoryHint: .notDirectory)),
            let data = try? file.read(1_024), !data.isEmpty
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
