#if Macros && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// Errors about types that the macros can't judge. The compiler has to report them in the source, and not in an expansion.
@Suite(
    .hammer,
    .enabled(if: Compiler.isInstalled, "SKIPPED: needs swiftc, and the modules and the macros of this build")
)
struct CompilerErrorTests {
    private static let types = """
        import TalynMacros

        struct Opaque {}

        """

    /// Sources with a mark at the end of each line that has an error.
    static let wrongSources = [
        """
        @Client("https://api.example.com")
        struct Results {
            @GET("/users/{name}")
            func user(name: String) async throws -> Opaque // error
            @GET("/users")
            func users(
                page: Int
            ) async -> Result<[Opaque], TalynError> // error
            @GET("/events")
            func events() -> EventStream<Opaque> // error
            @GET("/pages") @Paged(.links)
            func pages() -> PageStream<[Opaque]> // error
        }
        """,
        """
        @Client("https://api.example.com")
        struct Values {
            @POST("/users")
            func create(
                @Query notify: Bool,
                @Body user: Opaque // error
            ) async throws
            @PUT("/users/{id}")
            func replace(
                id: Opaque, // error
                first: String,
                second: Opaque? // error
            ) async throws
            @GET("/search")
            func search(
                q: Opaque, // error
                @Header language: Opaque? // error
            ) async throws -> String
        }
        """,
        #"""
        @API("https://api.example.com")
        enum Fields {
            @GET("/users")
            @Headers(["Accept": """
                text/\
                plain
                """, "X-Long": [
                    "a", "b",
                ].joined()])
            @Header("language")
            case users(
                language: Opaque? // error
            )
        }
        """#,
        """
        @API("https://api.example.com")
        enum Cases {
            @POST("/users")
            case create(
                body: Opaque // error
            )
            @GET("/search")
            case search(q: Opaque) // error
            #if DEBUG || !DEBUG
            @GET("/list")
            case list(filter: Opaque) // error
            #endif
        }
        """,
    ]

    @Test(arguments: wrongSources)
    func errorStandsAtTheLineThatCausedIt(source: String) async throws {
        let text = Self.types + source
        let lines = text.components(separatedBy: "\n").enumerated()
        let marked = lines.filter { $0.element.hasSuffix("// error") }.map { $0.offset + 1 }
        let errors = try await Compiler.errors(in: text)
        #expect(Set(errors.map(\.line)) == Set(marked), "\(errors)")
        #expect(!errors.contains { $0.line == nil })
    }

    @Test func sourceWithoutMistakesHasNoErrors() async throws {
        let errors = try await Compiler.errors(
            in: Self.types + """
                struct User: Codable, Sendable {}

                @Client("https://api.example.com")
                struct Users {
                    @POST("/users") func create(@Body user: User) async throws -> User
                    @GET("/users") func users(after: User?) async -> Result<[User], TalynError>
                }
                """
        )
        #expect(errors.isEmpty)
    }
}

/// The Swift compiler, with the modules and the macros of this build.
private enum Compiler {
    struct Failure {
        /// The line in the source; nil for an error elsewhere.
        let line: Int?
        let message: String
    }

    /// SwiftPM puts the modules and the macros beside the tests.
    private static let build: URL = {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let tests = bundles.first ?? Bundle.main.executableURL ?? Bundle.main.bundleURL
        return tests.deletingLastPathComponent()
    }()

    private static let modules = build.appendingPathComponent("Modules")
    private static let plugin = build.appendingPathComponent("TalynMacrosPlugin-tool")

    private static let program: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/swiftc") }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    static var isInstalled: Bool {
        let files = [modules.appendingPathComponent("TalynMacros.swiftmodule"), plugin]
        return program != nil && files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// The options for the modules of C that the libraries import.
    private static var moduleMaps: [String] {
        // The folder of a configuration is in that of a platform, which is in the build folder.
        let root = build.deletingLastPathComponent().deletingLastPathComponent()
        let sources = folders(in: root.appendingPathComponent("checkouts")).flatMap {
            folders(in: $0.appendingPathComponent("Sources"))
        }
        let generated = folders(in: build).filter {
            $0.pathExtension == "build" && !$0.lastPathComponent.hasSuffix("-tool.build")
        }
        let maps = (sources.map { $0.appendingPathComponent("include") } + generated).map {
            $0.appendingPathComponent("module.modulemap").path
        }
        return maps.filter(FileManager.default.fileExists).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    private static func folders(in folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    /// The errors that the compiler reports in a source.
    static func errors(in text: String) async throws -> [Failure] {
        let directory = try TemporaryDirectory()
        let file = try directory.file("File.swift", text)
        let arguments =
            ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-I", modules.path]
            + ["-module-cache-path", build.appendingPathComponent("ModuleCache").path]
            + ["-load-plugin-executable", "\(plugin.path)#TalynMacrosPlugin"] + moduleMaps + [file.path]
        let outcome = try await ChildProcess.run(try #require(program), arguments)
        let output = outcome.errorText + outcome.text
        let failures = output.components(separatedBy: "\n").filter { $0.contains(": error: ") }.map { line in
            let place = line.hasPrefix("\(file.path):") ? line.dropFirst(file.path.count + 1) : ""
            return Failure(line: place.split(separator: ":").first.flatMap { Int($0) }, message: line)
        }
        // A compiler that fails without an error found no module, for example.
        #expect(outcome.isSuccess == failures.isEmpty, "\(output.prefix(2_000))")
        return failures
    }
}
#endif
