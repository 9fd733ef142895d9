import Foundation
import PackagePlugin

/// `swift package talyn-generate`: generates clients from OpenAPI documents.
///
/// The arguments are those of `talyn generate`. Without a document, the plugin generates the client of each target that has a
/// document named `openapi` beside its sources.
@main
struct TalynGenerate: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let targets = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
        let folders = targets.map { (name: $0.name, folder: $0.directoryURL) }
        try generate(
            with: try? context.tool(named: "TalynGenerator"),
            in: context.package.directoryURL,
            folders,
            arguments
        )
    }

    /// Runs the generator with the arguments, or once for each target with a document.
    fileprivate func generate(
        with tool: PluginContext.Tool?,
        in folder: URL,
        _ targets: [(name: String, folder: URL)],
        _ arguments: [String]
    ) throws {
        guard let tool else {
            return Diagnostics.error(
                "The trait Generator is off. Turn it on where your manifest names the package, and run the command again: "
                    + #".package(url: "https://REPOSITORY-ADDRESS/talyn.git", branch: "main", traits: [.defaults, "Generator"])"#
            )
        }
        var extractor = ArgumentExtractor(arguments)
        let names = Set(extractor.extractOption(named: "target"))
        let rest = extractor.remainingArguments
        if namesDocument(rest) || rest.contains("--help") || rest.contains("-h") {
            return try run(tool, rest, in: folder)
        }
        var count = 0
        for target in targets where names.isEmpty || names.contains(target.name) {
            guard let document = file("openapi", ["yaml", "yml", "json"], in: target.folder) else { continue }
            let configuration = file("talyn", ["yaml", "yml", "json"], in: target.folder)
            let choices = configuration.map { ["--config", $0] } ?? []
            try run(tool, [document, "--output", target.folder.path] + choices + rest, in: folder)
            count += 1
        }
        if count == 0 {
            Diagnostics.error(
                "No target has a document. Name one: swift package --allow-writing-to-package-directory talyn-generate "
                    + "openapi.yaml --output Sources/Shop. Or put openapi.yaml into the folder of a target."
            )
        }
    }

    /// Whether the arguments have a document: one that is neither an option nor the value of one.
    private func namesDocument(_ arguments: [String]) -> Bool {
        let flags: Set<String> = ["--check", "--strict", "--all-notes"]
        return arguments.indices.contains { index in
            let previous = index > 0 ? arguments[index - 1] : ""
            return !arguments[index].hasPrefix("-")
                && (!previous.hasPrefix("-") || flags.contains(previous) || previous.contains("="))
        }
    }

    private func file(_ name: String, _ extensions: [String], in folder: URL) -> String? {
        extensions.map { folder.appending(path: "\(name).\($0)").path }.first {
            FileManager.default.fileExists(atPath: $0)
        }
    }

    private func run(_ tool: PluginContext.Tool, _ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = tool.url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        if process.terminationReason != .exit || process.terminationStatus != 0 {
            Diagnostics.error("The client isn't generated. The message of talyn-generate says why.")
        }
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension TalynGenerate: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
        // A target of a project has files and no folder of its own. The folder of its document stands for it.
        let targets = context.xcodeProject.targets.flatMap { target in
            target.inputFiles.map(\.url).filter { $0.deletingPathExtension().lastPathComponent == "openapi" }
                .map { (name: target.displayName, folder: $0.deletingLastPathComponent()) }
        }
        let tool = try? context.tool(named: "TalynGenerator")
        try generate(with: tool, in: context.xcodeProject.directoryURL, targets, arguments)
    }
}
#endif
