import Foundation
import HTTPTypes
import Talyn
import TestSupport
import Testing

@testable import TalynCache

/// A folder that is removed at the end of a test.
private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-cache-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func store(_ maximumSize: Int64 = 1 << 30) throws -> DiskCacheStore {
        var options = DiskCacheStore.Options()
        options.maximumSize = maximumSize
        return try DiskCacheStore(folder: url, options: options)
    }

    /// The files of responses, without those of the store itself.
    var files: [URL] {
        let all = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isRegularFileKey])
        return (all?.allObjects as? [URL] ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
            .filter { file in ["/entries/", "/bodies/"].contains { file.path.contains($0) } }
    }
}

struct DiskCacheStoreTests {
    private static let long = String(repeating: "0123456789", count: 100_000)

    @Test(arguments: ["short", long])
    func responsesOutliveTheProcess(text: String) async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in .text(text, [.cacheControl: "max-age=60", .vary: "Accept"]) }
        #expect(try await origin.cached(try folder.store()).1.text() == text)
        #expect(try await origin.cached(try folder.store()).1.text() == text)
        #expect(origin.requests.count == 1)
    }

    /// CR LF is one `Character`.
    @Test(arguments: ["a\r\nb", "a\nb", "a\rb", "a\r\n\u{301}", "100%\r\n%0A%0D%25", "a\n\nb"])
    func keysAndTagsHaveLineBreaks(text: String) async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([:])
        let (cache, transport) = origin.cached(try folder.store())
        let policy = CachePolicy(lifetime: .seconds(60), key: text, tags: ["\(text)\r\nstatus 204"])
        for _ in 0..<3 {
            let response = try await transport.send(.get("https://example.com/a", policy))
            #expect(response.statusCode == 200)
            #expect(try await response.readText() == "1")
        }
        let entries = try await cache.responses()
        #expect(entries.count == 1)
        #expect(entries.first?.response.tags == policy.tags)
        #expect(entries.first.map { Array($0.key.text.utf8.suffix(text.utf8.count)) } == Array(text.utf8))
    }

    @Test func variantsAreKeptApart() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept"])
        let (_, transport) = origin.cached(try folder.store())
        let types = ["a", "b", "c"]
        for type in types { _ = try await transport.text("https://example.com/a", nil, ["Accept": type]) }
        for (index, type) in types.enumerated() {
            #expect(try await transport.text("https://example.com/a", nil, ["Accept": type]) == "\(index + 1)")
        }
    }

    @Test func removedVariantLeavesTheOthers() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept"])
        let (cache, transport) = origin.cached(try folder.store())
        for type in ["a", "b", "c"] { _ = try await transport.text("https://example.com/a", nil, ["Accept": type]) }
        try await cache.removeAll { $0.response.variant["accept"] == "a" }
        for (index, type) in ["b", "c"].enumerated() {
            #expect(try await transport.text("https://example.com/a", nil, ["Accept": type]) == "\(index + 2)")
        }
        #expect(try await cache.responses().count == 2)
    }

    @Test(arguments: ["", "talyn-cache/2 1\n", "damaged"])
    func damagedEntriesGoToTheServer(content: String) async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, transport) = origin.cached(try folder.store())
        _ = try await transport.text()
        let file = try #require(folder.files.first)
        var data = Data(content.utf8)
        if content == "damaged" {
            data = try Data(contentsOf: file)
            data[data.endIndex - 1] ^= 1
        }
        try data.write(to: file)
        #expect(try await transport.text() == "2")
        #expect(try await transport.text() == "2")
    }

    @Test func truncatedBodyGoesToTheServer() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in .text(Self.long, [.cacheControl: "max-age=60"]) }
        let (_, transport) = origin.cached(try folder.store())
        _ = try await transport.text()
        let body = try #require(folder.files.first { $0.path.contains("bodies") })
        try FileHandle(forWritingTo: body).truncate(atOffset: 1000)
        #expect(try await transport.text() == Self.long)
        #expect(origin.requests.count == 2)
    }

    @Test func damagedLongBodyGoesToTheServer() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, number in .text("\(number)" + Self.long, [.cacheControl: "max-age=60"]) }
        _ = try await origin.cached(try folder.store()).1.text()
        let body = try #require(folder.files.first { $0.path.contains("/bodies/") })
        var data = try Data(contentsOf: body)
        data[500_000] ^= 1
        try data.write(to: body)
        let (_, transport) = origin.cached(try folder.store())
        for _ in 0..<2 { #expect(try await transport.text() == "2" + Self.long) }
        #expect(origin.requests.count == 2)
    }

    @Test func checkFindsADamagedLongBody() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in .text(Self.long, [.cacheControl: "max-age=60"]) }
        let store = try folder.store()
        _ = try await origin.cached(store).1.text()
        #expect(await store.removeDamagedFiles() == 0)
        let body = try #require(folder.files.first { $0.path.contains("/bodies/") })
        var data = try Data(contentsOf: body)
        data[500_000] ^= 1
        try data.write(to: body)
        #expect(await store.removeDamagedFiles() == 1)
    }

    @Test func removalOfAllLeavesNoFile() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { request, _ in
            .text(request.url?.path == "/long" ? Self.long : "short", [.cacheControl: "max-age=60"])
        }
        let (cache, transport) = origin.cached(try folder.store())
        for path in ["short", "long", "damaged"] { _ = try await transport.text("https://example.com/\(path)") }
        let file = try #require(folder.files.first { $0.path.contains("/entries/") })
        try Data("damaged".utf8).write(to: file)
        try await cache.removeAll()
        #expect(folder.files.isEmpty)
    }

    @Test func usesCountInTheNextRun() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in .text("text", [.cacheControl: "max-age=60"]) }
        _ = try await origin.cached(try folder.store()).1.text()
        let file = try #require(folder.files.first)
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
        _ = try await origin.cached(try folder.store()).1.text()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(try #require(attributes[.modificationDate] as? Date) > past)
    }

    @Test func leastRecentlyUsedResponsesGoFirst() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in
            .text(String(repeating: "x", count: 10_000), [.cacheControl: "max-age=60"])
        }
        let store = try folder.store(100_000)
        let (cache, transport) = origin.cached(store)
        for number in 0..<9 { _ = try await transport.text("https://example.com/\(number)") }
        // The file system's clock may be coarse.
        for (number, file) in try await cache.responses().map(\.key.text).sorted().enumerated() {
            try folder.setLastUse(of: file, in: store, to: Date(timeIntervalSince1970: 1_000_000 + Double(number)))
        }
        _ = try await transport.text("https://example.com/0")
        for number in 9..<12 { _ = try await transport.text("https://example.com/\(number)") }
        await store.waitForEviction()
        let left = Set(try await cache.responses().map(\.key.text))
        #expect(left.contains("https://example.com/0"))
        #expect(!left.contains("https://example.com/1"))
        #expect(left.contains("https://example.com/11"))
    }

    @Test func severalTasksCanWaitForTheRemoval() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in
            .text(String(repeating: "x", count: 10_000), [.cacheControl: "max-age=60"])
        }
        let store = try folder.store(100_000)
        let (cache, transport) = origin.cached(store)
        for number in 0..<30 {
            _ = try await transport.text("https://example.com/\(number)")
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { await store.waitForEviction() } }
                // One that leaves stops none of the others.
                group.addTask {
                    withUnsafeCurrentTask { $0?.cancel() }; await store.waitForEviction()
                }
            }
        }
        #expect(try await cache.responses().count < 12)
    }

    @Test func readOnlyFolderFailsNoCall() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let store = try folder.store()
        // A file in the place of the folder: also the superuser can't write there.
        try Data().write(to: folder.url.appendingPathComponent("v1/entries"))
        let (_, transport) = origin.cached(store)
        #expect(try await transport.text() == "1")
        #expect(try await transport.text() == "2")
    }

    @Test func filesOfAKilledProcessAreRemoved() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, _ in .text(Self.long, [.cacheControl: "max-age=60"]) }
        let store = try folder.store()
        let (_, transport) = origin.cached(store)
        _ = try await transport.text()
        let body = try #require(folder.files.first { $0.path.contains("bodies") })
        let entry = try #require(folder.files.first { $0.path.contains("entries") })
        for (file, name) in [(body, body.lastPathComponent + "A"), (entry, ".temporary")] {
            try FileManager.default.copyItem(
                at: file,
                to: file.deletingLastPathComponent().appendingPathComponent(name)
            )
        }
        #expect(await store.removeDamagedFiles() == 2)
        #expect(Set(folder.files.map(\.path)) == [body.path, entry.path])
        #expect(try await transport.text() == Self.long)
        #expect(origin.requests.count == 1)
    }

    /// So no table of digests helps to find the credential of a file.
    @Test func digestsOfCredentialsDifferBetweenFolders() async throws {
        var digests: Set<String> = []
        for _ in 1...2 {
            let folder = Folder()
            let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
            // Each process makes the same digest.
            for _ in 1...2 {
                let (cache, transport) = origin.cached(try folder.store())
                _ = try await transport.text("https://example.com/a", nil, ["Authorization": "Bearer a"])
                digests.formUnion(try await cache.responses().compactMap(\.response.credentials))
            }
            #expect(origin.requests.count == 1)
        }
        #expect(digests.count == 2)
    }

    /// Another process has the lock of the folder while it replaces an entry.
    @Test func updateWaitsForOthers() async throws {
        let folder = Folder()
        let clock = ManualClock()
        let store = try DiskCacheStore(folder: folder.url, options: DiskCacheStore.Options(), clock: clock)
        let (cache, transport) = ScriptedOrigin([.cacheControl: "max-age=60"]).cached(store)
        _ = try await transport.text()
        let entry = try #require(try await store.allEntries().first)
        let lock = open(folder.url.appendingPathComponent("v1/lock").path, O_RDWR)
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let isUpdated = Watched(false)
        let task = Task {
            try await store.update(entry, to: entry.response)
            isUpdated.update { $0 = true }
        }
        await clock.sleepers(atLeast: 1)
        // Reading and the removal of all entries don't wait.
        for _ in 0..<100 { #expect(try await store.allEntries().count == 1) }
        try await cache.removeAll()
        #expect(!isUpdated.value)
        close(lock)
        clock.advance(by: .milliseconds(1))
        try await task.value
        #expect(try await store.allEntries().isEmpty)
    }

    /// A stopped process keeps its lock.
    @Test(arguments: ["short", long]) func callsEndThoughAnotherProcessKeepsTheLock(text: String) async throws {
        let folder = Folder()
        let clock = ManualClock()
        let store = try DiskCacheStore(folder: folder.url, options: DiskCacheStore.Options(), clock: clock)
        let origin = ScriptedOrigin { _, _ in .text(text, [.cacheControl: "max-age=60"]) }
        let (cache, transport) = origin.cached(store)
        let other = try #require(URL(string: "https://example.com/other"))
        _ = try await transport.text(other.absoluteString)
        let lock = open(folder.url.appendingPathComponent("v1/lock").path, O_RDWR | O_CREAT, 0o600)
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let first = Task { try await transport.text() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await first.value == text)
        // Later calls don't wait at all.
        #expect(try await transport.text() == text)
        let entry = try #require(try await store.allEntries().first)
        await #expect(throws: CacheError.busy(folder.url.appendingPathComponent("v1", isDirectory: true))) {
            try await store.update(entry, to: entry.response)
        }
        // What a call makes invalid goes all the same.
        try await cache.remove(other)
        #expect(try await store.allEntries().isEmpty)
        close(lock)
        for _ in 0..<2 { #expect(try await transport.text() == text) }
        #expect(origin.requests.count == 4)
    }

    @Test func credentialInTheQueryMakesAResponsePrivate() async throws {
        let folder = Folder()
        var options = DiskCacheStore.Options()
        options.storesPrivateResponses = false
        let store = try DiskCacheStore(folder: folder.url, options: options)
        let (_, transport) = ScriptedOrigin([.cacheControl: "max-age=60"]).cached(store)
        _ = try await transport.text("https://example.com/me?api_key=s3cr3t")
        _ = try await transport.text("https://example.com/me?page=2")
        #expect(try await store.allEntries().map(\.key.text) == ["https://example.com/me?page=2"])
    }

    /// Each store looks for the files of killed processes after its first write. It must not take those of the others for such.
    @Test(arguments: ["short", long]) func storesLeaveTheFilesOfOthersAlone(text: String) async throws {
        let folder = Folder()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                let origin = ScriptedOrigin { _, _ in .text(text, [.cacheControl: "max-age=60"]) }
                let (_, transport) = origin.cached(try folder.store())
                group.addTask {
                    for _ in 1...2 { _ = try await transport.text("https://example.com/\(number)") }
                    return origin.requests.count
                }
            }
            for try await count in group { #expect(count == 1) }
        }
    }

    @Test func bodyThatIsBeingWrittenIsKept() async throws {
        let folder = Folder()
        let store = try folder.store()
        let origin = ScriptedOrigin { _, _ in .text(Self.long, [.cacheControl: "max-age=60"]) }
        let (cache, transport) = origin.cached(store)
        _ = try await transport.text()
        let response = try #require(try await cache.responses().first)
        let writer = try await store.writer(for: response.response, key: CacheKey(text: "other"), replacing: [])
        try await writer.write(Data(Self.long.utf8))
        #expect(await store.removeDamagedFiles() == 0)
        try await writer.commit()
        #expect(await store.removeDamagedFiles() == 0)
        #expect(try await cache.responses().count == 2)
    }

    @Test func twoStoresShareAFolder() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60"])
        let (_, first) = origin.cached(try folder.store())
        let (_, second) = origin.cached(try folder.store())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = try await (number % 2 == 0 ? first : second).text("https://example.com/\(number % 20)")
                }
            }
            try await group.waitForAll()
        }
        let count = origin.requests.count
        for number in 0..<20 { _ = try await first.text("https://example.com/\(number)") }
        #expect(origin.requests.count == count)
    }

    @Test(arguments: ["short", long])
    func entryOfAReplacedResponseIsGone(text: String) async throws {
        let folder = Folder()
        let origin = ScriptedOrigin { _, number in .text("\(text) \(number)", [.cacheControl: "max-age=60"]) }
        let store = try folder.store()
        let (cache, transport) = origin.cached(store)
        _ = try await transport.text()
        let former = try #require(try await cache.responses().first)
        // Another process replaces the response between two steps of this one.
        #expect(
            try await origin.cached(try folder.store()).1.text("https://example.com/a", CachePolicy(.reload))
                == "\(text) 2"
        )

        #expect(try await store.body(of: former) == nil)
        try await store.update(former, to: former.response)
        try await store.remove([former])
        #expect(try await transport.text() == "\(text) 2")
        #expect(origin.requests.count == 2)
    }

    @Test func leastRecentlyUsedVariantGoesFirst() async throws {
        let folder = Folder()
        let origin = ScriptedOrigin([.cacheControl: "max-age=60", .vary: "Accept"])
        let (cache, transport) = origin.cached(try folder.store())
        for number in 0..<8 { _ = try await transport.text("https://example.com/a", nil, ["Accept": "\(number)"]) }
        for file in folder.files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let date = Date(timeIntervalSince1970: text.contains("vary accept 5\n") ? 1_000_000 : 2_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        _ = try await transport.text("https://example.com/a", nil, ["Accept": "8"])
        let variants = try await cache.responses().compactMap { $0.response.variant["accept"] }
        #expect(Set(variants) == ["0", "1", "2", "3", "4", "6", "7", "8"])
    }
}

extension Folder {
    fileprivate func setLastUse(of key: String, in store: DiskCacheStore, to date: Date) throws {
        let file = files.first { (try? String(contentsOf: $0, encoding: .utf8))?.contains("key \(key)\n") == true }
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: try #require(file).path)
    }
}
