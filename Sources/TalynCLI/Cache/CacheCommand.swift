#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCache
import TalynCommandLine
import _TalynSupport

struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Lists the responses in the folder of a cache, checks them, or removes them.",
        discussion: """
            The folder is that of `talyn download --cache`, or of a DiskCacheStore in a program. The list masks secrets in \
            URLs. The exit status is 1 if the folder is no cache, or if --check finds a damaged file.
            """
    )

    @Argument(help: "The folder of the cache.", completion: .directory)
    var folder: String

    @Flag(help: "Read all files, and remove the damaged ones.")
    var check = false

    @Flag(help: "Remove the responses.")
    var clear = false

    @Option(help: "Only the responses from this host.")
    var host: String?

    @Option(help: "Only the responses with this tag.")
    var tag: String?

    func validate() throws {
        if check, clear || host != nil || tag != nil {
            throw ArgumentParser.ValidationError("Give --check without other options.")
        }
    }

    func run() async throws {
        let terminal = Terminal()
        let url = URL(fileURLWithPath: folder)
        guard DiskCacheStore.exists(in: url) else {
            throw terminal.failure("\(folder) is not the folder of a cache.")
        }
        do {
            let store = try DiskCacheStore(folder: url)
            if check { return try await check(store, terminal) }
            let entries = try await store.allEntries().filter { isChosen($0) }
            if clear {
                if host == nil, tag == nil { try await store.removeAll() } else { try await store.remove(entries) }
                terminal.showLine("Removed \(entries.count.counted("response")).")
            } else {
                show(entries, terminal)
            }
        } catch let status as ExitCode {
            throw status
        } catch {
            throw terminal.failure(error.localizedDescription)
        }
    }

    private func isChosen(_ entry: CacheEntry) -> Bool {
        if let host, entry.key.host != host.lowercased() { return false }
        return tag.map { entry.response.tags.contains($0) } ?? true
    }

    private func check(_ store: DiskCacheStore, _ terminal: Terminal) async throws {
        let damaged = await store.removeDamagedFiles()
        let left = try await store.allEntries().count
        terminal.showLine("\(left.counted("response")) in order. Damaged and removed: \(damaged).")
        if damaged > 0 { throw ExitCode(1) }
    }

    private func show(_ entries: [CacheEntry], _ terminal: Terminal) {
        let now = Date()
        let header = ["status", "bytes", "age", "fresh by HTTP for", "URL"]
        var table = Table(title: entries.count.counted("response"), header: header)
        for entry in entries.sorted(by: { $0.key.text < $1.key.text }) {
            let response = entry.response
            let left = response.timeLeft(at: now)
            table.add([
                String(response.statusCode), String(response.bodyLength), Self.seconds(response.age(at: now)),
                left > 0 ? Self.seconds(left.rounded(.up)) : "stale", Redaction.default.url(entry.key.text),
            ])
        }
        terminal.show(table)
    }

    private static func seconds(_ seconds: Double) -> String { "\(Int(clamping: seconds)) s" }
}
#endif
