#if Tools
import ArgumentParser
import Foundation
import Talyn

struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Downloads a file; goes on where an earlier run was interrupted.",
        discussion: """
            The file appears once it is complete. What an interrupted run has loaded is kept beside it, and the next run \
            asks for the rest, if the server still has the same version. The exit status is 1 if the download fails.
            """
    )

    @Argument(help: "What to download.")
    var url: String

    @Option(
        name: .shortAndLong,
        help: "Where the file goes. By default it is named as in the URL, in the current directory.",
        completion: .file()
    )
    var output: String?

    @Option(help: ArgumentHelp("The SHA-256 digest that the file must have.", valueName: "hex"))
    var sha256: DigestArgument?

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var options: TransferOptions

    func validate() throws {
        _ = try destination(for: TransferOptions.url(url))
    }

    func run() async throws {
        let url = try TransferOptions.url(url)
        let file = try destination(for: url)
        let download = self.download(FileRequest(url: url, headerFields: options.headerFields), to: file)
        let run = TransferRun(name: file.lastPathComponent, direction: .received)
        _ = try await run.response(to: download)
    }

    private func download(_ request: FileRequest, to file: URL) -> TransferStream {
        let destination = TransferDestination(file) {
            $0.options = force ? .removePreviousFile : []
            $0.keepsPartialFile = true
            $0.digest = sha256?.digest
        }
        return options.provider.download(request, to: destination)
    }

    private func destination(for url: URL) throws -> URL {
        if let output { return URL(fileURLWithPath: output) }
        let name = url.lastPathComponent
        // The name comes with its escapes undone: there may be anything in it.
        let isName = !name.isEmpty && ![".", ".."].contains(name) && !name.contains("/") && !url.path.hasSuffix("/")
        guard isName, !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            let shown = Redaction.default.url(url.absoluteString)
            throw ArgumentParser.ValidationError("'\(shown)' names no file; say where to put it with --output.")
        }
        return URL(fileURLWithPath: name)
    }
}
#endif
