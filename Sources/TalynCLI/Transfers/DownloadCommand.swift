#if Tools
import ArgumentParser
import Foundation
import Talyn
import TalynCache
import _TalynSupport

struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Downloads a file, and resumes an interrupted download.",
        discussion: """
            The file appears when it is complete. An interrupted run keeps the part that arrived in a hidden file beside it. \
            The next run asks for the rest, if the server still has the same version. The exit status is 1 if the download \
            fails.
            """
    )

    @Argument(help: "The URL to download.")
    var url: String

    @Option(
        name: .shortAndLong,
        help: "The path of the file. By default the name in the URL, in the current directory.",
        completion: .file()
    )
    var output: String?

    @Option(help: ArgumentHelp("The SHA-256 digest that the file must have.", valueName: "hex"))
    var sha256: DigestArgument?

    @Flag(help: "Replace an existing file.")
    var force = false

    @Option(
        help: "The folder of a cache. A file that it has is not downloaded again, as long as HTTP allows that.",
        completion: .directory
    )
    var cache: String?

    @OptionGroup var options: TransferOptions

    func validate() throws {
        _ = try destination(for: TransferOptions.url(url))
    }

    func run() async throws {
        let url = try TransferOptions.url(url)
        let file = try destination(for: url)
        let store = try store()
        let request = FileRequest(url: url, headerFields: options.fields)
        let download = try self.download(request, to: file, by: try await provider(store))
        let run = TransferRun(name: file.lastPathComponent, direction: .received)
        _ = try await run.response(to: download)
        await store?.waitForEviction()
    }

    private func download(
        _ request: FileRequest,
        to file: URL,
        by provider: Provider<FileRequest>
    ) throws -> TransferStream {
        let destination = DownloadDestination(file) {
            $0.replacesExistingFile = force
            $0.keepsPartialFile = true
            $0.digest = sha256?.digest
        }
        return provider.download(request, to: destination)
    }

    /// The folder of the cache; nil without a cache.
    private func store() throws -> DiskCacheStore? {
        guard let cache else { return nil }
        var settings = DiskCacheStore.Options()
        settings.maximumSize = 10 << 30
        return try DiskCacheStore(folder: URL(fileURLWithPath: cache), options: settings)
    }

    private func provider(_ store: DiskCacheStore?) async throws -> Provider<FileRequest> {
        try await options.provider(store.map { [CachePlugin(HTTPCache($0))] } ?? [])
    }

    private func destination(for url: URL) throws -> URL {
        if let output { return URL(fileURLWithPath: output) }
        let name = url.lastPathComponent
        // The name is decoded, so it can have any characters.
        let isName =
            !name.isEmpty && ![".", ".."].contains(name) && !name.contains("/") && !url.encodedPath.hasSuffix("/")
        guard isName, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            let shown = Redaction.default.url(url.absoluteString)
            throw ArgumentParser.ValidationError("'\(shown)' has no file name. Give a path with --output.")
        }
        return URL(fileURLWithPath: name)
    }
}

/// A SHA-256 digest, as `sha256sum` writes it.
struct DigestArgument: ExpressibleByArgument {
    let digest: ContentDigest

    init?(argument: String) {
        guard let digest = try? ContentDigest(.sha256, hex: argument) else { return nil }
        self.digest = digest
    }
}
#endif
