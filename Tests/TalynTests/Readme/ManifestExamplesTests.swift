#if os(macOS) || os(Linux)
import Foundation
import TestSupport
import Testing

/// The lines for manifests, which compile in a manifest only: the package manager reads them, and resolves nothing.
struct ManifestExamplesTests {
    @Test(arguments: ["GettingStarted", "ProductsAndTraits"])
    func manifestOnAPageIsRead(page: String) async throws {
        let blocks = try Self.blocks(of: "Sources/Talyn/Talyn.docc/\(page).md")
        let manifest = try #require(blocks.first { $0.hasPrefix("// swift-tools-version") })
        let description = try await Self.description(of: manifest)
        #expect(description.contains(#""identity" : "talyn""#))
        #expect(description.contains(#""TalynTesting""#))
    }

    /// Each line of a block that begins with `.package(` or `.product(` is a dependency.
    @Test(arguments: ["README.md", "Sources/Talyn/Talyn.docc/ProductsAndTraits.md"])
    func linesForAManifestAreRead(page: String) async throws {
        let lines = try Self.blocks(of: page).filter { $0.hasPrefix(".") }.flatMap { $0.split(separator: "\n") }
        func list(_ prefix: String) -> String { lines.filter { $0.hasPrefix(prefix) }.joined(separator: "\n,\n") }
        #expect(lines.contains { $0.hasPrefix(".package(") })
        #expect(lines.allSatisfy { $0.hasPrefix(".package(") || $0.hasPrefix(".product(") })
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let dependencies: [Package.Dependency] = [
            \(list(".package("))
            ]
            let products: [Target.Dependency] = [
            \(list(".product("))
            ]
            let package = Package(name: "Example")
            """
        #expect(try await Self.description(of: manifest).contains(#""name" : "Example""#))
    }

    /// Each line resolves as it stands, once the address is filled in. CONTRIBUTING.md says what a release changes.
    @Test func linesForAManifestAskForTheSame() throws {
        let plugins = try Self.texts(in: "Plugins", ".swift")
        #expect(plugins.contains { $0.contains(".package(url: ") })
        let texts =
            try Self.texts(in: "Sources", ".md") + plugins
            + [RepositoryFiles.text("README.md")]
        let lines = texts.flatMap { $0.split(separator: "\n") }.filter {
            $0.contains(".package(url: ") && $0.contains("talyn.git")
        }
        #expect(lines.count > 8)
        let expected = #".package(url: "https://REPOSITORY-ADDRESS/talyn.git", branch: "main""#
        #expect(lines.filter { !$0.contains(expected) } == [])
    }

    private static func texts(in folder: String, _ type: String) throws -> [String] {
        let folder = RepositoryFiles.url(folder)
        let names = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.hasSuffix(type) }
        return try names.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }

    private static func blocks(of page: String) throws -> [String] {
        try RepositoryFiles.text(page)
            .components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// The description of a package as JSON.
    private static func description(of manifest: String) async throws -> String {
        let directory = try TemporaryDirectory()
        _ = try directory.file("Package.swift", manifest)
        let arguments = ["swift", "package", "--package-path", directory.url.path, "dump-package"]
        let outcome = try await ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), arguments)
        #expect(outcome.isSuccess, "\(outcome.errorText)")
        return outcome.text
    }
}
#endif
