// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// The default traits follow the host that resolves. Linux needs a package for its HTTP client and one for hashes. Apple
/// platforms have URLSession and CryptoKit. Their app stores read the privacy manifests of modules that use the times and
/// the state of files.
#if os(Linux)
let defaultTraits: Set<String> = ["AsyncHTTPClient", "Crypto", "Macros"]
let privacyManifest: (excluded: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#else
let defaultTraits: Set<String> = ["Macros"]
let privacyManifest: (excluded: [String], resources: [Resource]) = ([], [.process("PrivacyInfo.xcprivacy")])
#endif

/// The traits that `Tools` includes, so that one trait is enough to build and test this repository. The manifest defines
/// them for it, and `--traits Tools` enables one trait only.
///
/// SwiftPM before 6.4 passes the names of enabled traits to the compiler in random order. With several traits, each new
/// plan compiles the package again, as in `swift test` after `swift run` (swiftlang/swift-package-manager#10525).
let toolTraits = ["AsyncHTTPClient", "Crypto", "Generator", "Logging", "Macros", "Metrics", "OpenCombine", "Tracing"]

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

/// Conditions that every target can use.
let conditions: [SwiftSetting] =
    toolTraits.map { .define($0, .when(traits: ["Tools"])) } + [
        // The fuzz targets test internal parsers. Release builds have them with `-Xswiftc -enable-testing -Xswiftc -DFUZZING`.
        .define("FUZZING", .when(platforms: [.linux], configuration: .debug)),
        // The systems that Hummingbird and valkey-swift support.
        .enableExperimentalFeature("AvailabilityMacro=Hummingbird:macOS 14, iOS 17, tvOS 17"),
        .enableExperimentalFeature("AvailabilityMacro=Valkey:macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2"),
    ]

/// Swift 6 with the features of later language modes.
let strict: [SwiftSetting] =
    conditions + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// The code of Moya's users, in the language mode in which they wrote it.
let swift5: [SwiftSetting] = conditions + [.swiftLanguageMode(.v5)]

/// If Moya were in Swift 6 mode, apps in Swift 5 mode would get a warning for each type that isn't sendable. Moya 15 gives none.
let moyaSettings = strict + [.swiftLanguageMode(.v5)]

/// The code of an app whose modules are isolated to the main actor.
let mainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// A plugin or a transport that doesn't suspend runs on the caller's executor.
let engineSettings = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A condition of a dependency: one of the traits, or `Tools`, which includes them.
func when(_ trait: String, on platforms: [Platform] = []) -> TargetDependencyCondition? {
    .when(platforms: platforms, traits: [trait, "Tools"])
}

/// AsyncHTTPClient is the default transport on Linux. Apple platforms never link it.
let forAsyncHTTPClient = when("AsyncHTTPClient", on: [.linux])

/// Hashes, keys and signatures, where CryptoKit can't be imported: `#if canImport(CryptoKit) || Crypto` guards the code that needs
/// either. Apple platforms never link swift-crypto.
let cryptoPlatforms: [Platform] = [.android, .linux, .openbsd, .wasi, .windows]
let forCrypto = when("Crypto", on: cryptoPlatforms)

/// The executables and their servers, the generator of clients, and the macros.
let forTools: TargetDependencyCondition? = .when(traits: ["Tools"])
let forGenerator = when("Generator")
let forMacros = when("Macros")

/// The packages whose only product that targets use has the same name.
let packagesOfOneName = ["Alamofire", "OpenCombine", "ReactiveSwift", "RxSwift", "Yams"]

/// The products of the other packages.
let productsOfPackages = [
    "async-http-client": "AsyncHTTPClient",
    "hummingbird": "Hummingbird HummingbirdCore",
    "swift-argument-parser": "ArgumentParser",
    "swift-crypto": "Crypto _CryptoExtras",
    "swift-distributed-tracing": "InMemoryTracing Tracing",
    "swift-http-types": "HTTPTypes",
    "swift-log": "InMemoryLogging Logging",
    "swift-metrics": "CoreMetrics MetricsTestKit",
    "swift-nio": "NIOConcurrencyHelpers NIOCore NIOEmbedded NIOHTTP1 NIOPosix NIOTLS NIOWebSocket",
    "swift-nio-extras": "NIOExtras NIOHTTPCompression NIOSOCKS",
    "swift-nio-http2": "NIOHTTP2",
    "swift-nio-ssl": "NIOSSL",
    "swift-service-lifecycle": "ServiceLifecycle",
    "swift-subprocess": "Subprocess",
    "swift-syntax":
        "SwiftCompilerPlugin SwiftDiagnostics SwiftParser SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacroExpansion SwiftSyntaxMacros",
    "valkey-swift": "Valkey",
]

/// Dependencies by their names, with a space between two: targets of this package, and products of others.
func modules(_ names: String, if condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
    names.split(separator: " ").map { name in
        let name = String(name)
        let named = packagesOfOneName.first { $0 == name }
        let package = named ?? productsOfPackages.first { $0.value.split(separator: " ").contains { $0 == name } }?.key
        if let package { return .product(name: name, package: package, condition: condition) }
        return condition == nil ? .byName(name: name) : .target(name: name, condition: condition)
    }
}

let alamofire = modules("Alamofire", if: .when(traits: ["Alamofire"]))
let httpClient = modules("AsyncHTTPClient NIOCore", if: forAsyncHTTPClient)
let commandLine = modules("ArgumentParser Subprocess", if: forTools)
let crypto = modules("Crypto", if: forCrypto)
let cryptoExtras = modules("Crypto _CryptoExtras", if: forCrypto)
/// Apple platforms have Combine.
let openCombine = modules("OpenCombine", if: when("OpenCombine", on: [.linux]))
let rxLibraries =
    modules("ReactiveSwift", if: .when(traits: ["ReactiveSwift"])) + modules("RxSwift", if: .when(traits: ["RxSwift"]))
let valkey =
    modules("Logging NIOCore NIOEmbedded NIOHTTP1 NIOHTTPCompression Valkey", if: .when(traits: ["Valkey"]))
    + modules("Crypto", if: .when(platforms: cryptoPlatforms, traits: ["Valkey"]))
    + modules("CoreMetrics", if: when("Metrics"))
let hummingbird = modules("Hummingbird Logging", if: forTools)
let telemetry =
    modules("CoreMetrics", if: when("Metrics")) + modules("Logging", if: when("Logging"))
    + modules("Tracing", if: when("Tracing"))
let macrosPlugin = modules("TalynMacroExpansion") + modules("SwiftCompilerPlugin SwiftSyntaxMacros", if: forMacros)
let syntax = modules("SwiftDiagnostics SwiftParser SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros", if: forMacros)

/// The modules that every other library may import.
let support = modules("_TalynFoundation _TalynSupport HTTPTypes")
let core = modules("TalynCore") + support

/// The modules of `Talyn` itself, for tests and tools of this package.
let engine =
    core + modules("Talyn TalynAsyncHTTPClient TalynPlugins TalynStreams TalynTransfers")
    + modules("TalynTransportOptions TalynURLSession")

/// The modules of an observed server.
let observed =
    modules("HTTPTypes Talyn TalynObservability")
    + modules("CoreMetrics Hummingbird InMemoryLogging InMemoryTracing Logging", if: forTools)
    + modules("NIOConcurrencyHelpers ServiceLifecycle Tracing", if: forTools)

/// The modules that fuzzing tries.
let fuzzed = engine + modules("TalynCache TalynOpenAPI TalynRecordings TalynStubs TalynTesting")

/// The modules that see `package` declarations, apart from tests. All others see what a module of another package sees.
let packageAccess: Set<String> = [
    "TalynCore", "Moya", "CombineMoya", "Benchmarks", "Fuzz", "FuzzTargets", "Reliability", "TestSetup", "TestSupport",
    "WorstCases",
]

/// A module.
func part(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, packageAccess: packageAccess.contains(name), swiftSettings: strict)
}

/// A module above the engine. What does not suspend in it runs on the executor of the caller.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    part(name, core + dependencies).with(\.swiftSettings, engineSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let access = packageAccess.contains(name)
    return .executableTarget(name: name, dependencies: dependencies, packageAccess: access, swiftSettings: strict)
}

/// The tests of a module.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    appTests(name, engine + modules("TestSupport") + dependencies)
}

/// Tests that stand on their dependencies alone.
func appTests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, packageAccess: name != "OutsideTests", swiftSettings: strict)
}

/// The targets of an example in its folder. Its own manifest takes this package from outside.
func example(_ folder: String, _ targets: Target...) -> [Target] {
    targets.map { $0.with(\.path, "\(folder)/\($0.isTest ? "Tests" : "Sources")/\($0.name)") }
}

extension Target {
    /// The target with another value of a property.
    func with<Value>(_ property: ReferenceWritableKeyPath<Target, Value>, _ value: Value) -> Target {
        self[keyPath: property] = value
        return self
    }

    /// The target with the privacy manifest in its folder.
    var withPrivacyManifest: Target {
        with(\.exclude, privacyManifest.excluded).with(\.resources, privacyManifest.resources)
    }
}

/// The modules that programs import.
let libraries: [Target] = [
    // Foundation, or its essentials on Linux.
    part("_TalynFoundation"),
    // It knows no call: locks, clocks, header fields, URLs, files and formats. It is public for the compiler, and promised to nobody.
    part("_TalynSupport", modules("_TalynFoundation HTTPTypes")).with(\.swiftSettings, engineSettings),
    // The engine: targets, endpoints, the call, and the protocols of plugins and transports.
    part("TalynCore", support + crypto).with(\.swiftSettings, engineSettings).withPrivacyManifest,
    library("TalynPlugins"),
    // Lines, events and pages.
    library("TalynStreams"),
    library("TalynTransfers", crypto).withPrivacyManifest,
    // Conversations. The transports open the connections.
    library("TalynWebSocket"),
    // The options of both transports.
    library("TalynTransportOptions", crypto),
    library(
        "TalynAsyncHTTPClient",
        modules("TalynTransportOptions") + httpClient
            + modules("NIOEmbedded NIOExtras NIOHTTP1 NIOHTTP2 NIOHTTPCompression", if: forAsyncHTTPClient)
            + modules("NIOPosix NIOSOCKS NIOSSL NIOTLS NIOWebSocket", if: forAsyncHTTPClient)
    ),
    // URLSession as a transport, and Foundation's requests, responses, cookies and streams. On Linux, it links
    // FoundationNetworking and libcurl, and `Talyn` doesn't include it.
    library("TalynURLSession", modules("TalynTransportOptions")),
    // The usual door: the modules above, and the default transport of the platform.
    part(
        "Talyn",
        core + modules("TalynPlugins TalynStreams TalynTransfers")
            + modules("TalynAsyncHTTPClient", if: forAsyncHTTPClient)
            + modules("TalynURLSession", if: .when(platforms: applePlatforms))
    ),
    // OAuth 2 and signatures. A command line receives the callback of a sign-in with SwiftNIO.
    library(
        "TalynAuth",
        modules("TalynPlugins") + cryptoExtras + modules("NIOCore NIOHTTP1 NIOPosix", if: when("AsyncHTTPClient"))
    ),
    library("TalynCache", crypto).withPrivacyManifest,
    library("TalynObservability", modules("TalynPlugins") + telemetry),
    // Tokens, caches, limits and breakers that servers share.
    library("TalynValkey", modules("TalynAuth TalynCache TalynPlugins") + valkey),
    // Stubs and faults without a test framework. TalynStubServer uses them, too.
    library("TalynStubs"),
    // HAR files: record, replay, compare, redact, report.
    library("TalynRecordings"),
    // Stubs and recordings for tests with Swift Testing and XCTest.
    part("TalynTesting", core + modules("Talyn TalynRecordings TalynStubs")),
    part(
        "TalynStubServer",
        core + modules("TalynStubs")
            + modules("HummingbirdCore Logging NIOCore NIOHTTP1 NIOPosix NIOWebSocket", if: forTools)
    ),
    part("TalynMacros", modules("_TalynFoundation Talyn") + modules("TalynMacrosPlugin", if: forMacros)),
    .macro(name: "TalynMacrosPlugin", dependencies: macrosPlugin, packageAccess: false, swiftSettings: strict),
    part("TalynMacroExpansion", syntax),
    // The types that sources generated from OpenAPI documents stand on.
    library("TalynOpenAPIRuntime", modules("TalynStreams")),
    part("TalynAlamofire", core + modules("TalynURLSession") + alamofire),
    part("Moya", core + modules("Talyn TalynAlamofire TalynPlugins TalynURLSession") + alamofire + rxLibraries)
        .with(\.swiftSettings, moyaSettings),
    // Apple platforms always have Combine. If the publishers were in Moya, those of an app with the same names would be ambiguous.
    part("CombineMoya", core + modules("Moya") + openCombine).with(\.swiftSettings, moyaSettings),
    // Moya's users import these modules by name. The code is in Moya, with its traits, so that `.rx` works with `import Moya` alone, too.
    part("RxMoya", modules("Moya")), part("ReactiveMoya", modules("Moya")),
]

/// The executables, and the modules that only they use.
let tools: [Target] = [
    // OpenAPI documents to sources.
    part("TalynOpenAPI", core + modules("TalynStubs") + modules("Yams", if: forGenerator)),
    // The terminal of the executables, and the generation of clients.
    part("TalynCommandLine", modules("TalynOpenAPI") + modules("ArgumentParser", if: forGenerator)),
    // The generator alone. It builds without a transport, a server and macros, and without its trait in a moment.
    program("TalynGenerator", modules("TalynCommandLine ArgumentParser", if: forGenerator)),
    // swift package talyn-generate, in any package that depends on this one, and in Xcode.
    .plugin(
        name: "TalynGenerate",
        capability: .command(
            intent: .custom(verb: "talyn-generate", description: "Generates a client from an OpenAPI document."),
            permissions: [.writeToPackageDirectory(reason: "It writes the sources of the client.")]
        ),
        // Not with `Tools`: a build of this repository would compile the generator a second time, as a tool.
        dependencies: [.target(name: "TalynGenerator", condition: .when(traits: ["Generator"]))]
    ),
    part("HTTPBin", modules("_TalynSupport HTTPTypes") + hummingbird + modules("NIOCore", if: forTools)),
    program(
        "TalynCLI",
        core + commandLine + modules("HTTPBin Talyn TalynAuth TalynCache TalynCommandLine TalynOpenAPI TalynRecordings")
            + modules("TalynStubServer TalynStubs TalynURLSession TalynWebSocket")
    ),
    // Large trials of the library. Scripts/soak, Scripts/torture, Scripts/transfer, Scripts/servers and Scripts/token-races run them.
    program(
        "Reliability",
        engine + modules("TalynAuth TalynCache TalynRecordings TalynStubServer TalynStubs TalynValkey TalynWebSocket")
            + modules("NIOCore NIOPosix TestSupport") + modules("ArgumentParser", if: forTools) + valkey
    ).with(\.path, "Tests/Reliability").with(\.exclude, ["Torture/faults.c", "Servers/Programs"]),
    // Measures Talyn against the clients it stands on: swift run -c release --traits Tools Benchmarks
    program(
        "Benchmarks",
        fuzzed + commandLine + modules("Moya TalynAuth TalynMacros TalynObservability TalynWebSocket")
            + modules("AsyncHTTPClient CoreMetrics InMemoryLogging InMemoryTracing Logging", if: forTools)
            + modules("MetricsTestKit NIOCore NIOHTTP1 NIOHTTPCompression NIOPosix NIOWebSocket Tracing", if: forTools)
    ).with(\.path, "Benchmarks"),
    // The parsers that read text of a server, a file or a user, and the properties that hold for each input.
    part("FuzzTargets", fuzzed + modules("NIOCore", if: forAsyncHTTPClient)).with(\.path, "Fuzzing/FuzzTargets"),
    // Scripts/fuzz runs it.
    program("Fuzz", modules("FuzzTargets")).with(\.path, "Fuzzing/Fuzz"),
    program("WorstCases", fuzzed).with(\.path, "Fuzzing/WorstCases"),
]

/// The tests, and what they share.
let testTargets: [Target] = [
    tests("TalynSupportTests"), tests("TalynCoreTests"), tests("TalynPluginsTests"), tests("TalynStreamsTests"),
    tests("TalynTransfersTests"), tests("TalynTransportOptionsTests"), tests("TalynURLSessionTests"),
    // Bounds the number of tests at the same time.
    part("TestSetup").with(\.path, "Tests/TestSetup"),
    part(
        "TestSupport",
        core + modules("NIOCore NIOPosix NIOSSL TalynPlugins TalynTransfers TestSetup")
            + modules("Subprocess", if: .when(platforms: [.linux, .macOS]))
    ).with(\.path, "Tests/TestSupport"),
    tests(
        "TalynWebSocketTests",
        crypto
            + modules("NIOCore NIOPosix NIOSSL TalynAuth TalynObservability TalynRecordings TalynStubs TalynWebSocket")
            + modules("InMemoryTracing", if: when("Tracing")) + modules("MetricsTestKit", if: when("Metrics"))
    ),
    tests(
        "TalynAsyncHTTPClientTests",
        httpClient + modules("InMemoryTracing", if: when("Tracing"))
            + modules("NIOEmbedded NIOHTTP1 NIOHTTP2 NIOHTTPCompression NIOPosix NIOSSL", if: forAsyncHTTPClient)
    ),
    // The tests that run over each transport: the conformance suite, and those of other modules that need a server.
    tests("TransportConformanceTests", modules("HTTPBin") + httpClient),
    // The examples of the documentation, and the default transport.
    tests("TalynTests", modules("TalynAuth TalynCache TalynOpenAPIRuntime TalynRecordings TalynStubs") + httpClient),
    tests("TalynAuthTests", modules("TalynAuth TalynCache TalynRecordings TalynStubs") + cryptoExtras),
    tests("TalynCacheTests", modules("TalynCache TalynTesting TalynValkey") + valkey),
    tests(
        "TalynValkeyTests",
        modules("TalynAuth TalynCache TalynStubs TalynValkey") + valkey
            + modules("InMemoryLogging NIOSSL", if: .when(traits: ["Valkey"]))
    ),
    tests(
        "TalynObservabilityTests",
        modules("TalynAuth TalynCache TalynObservability TalynTesting")
            + modules("InMemoryLogging", if: when("Logging"))
            + modules("InMemoryTracing", if: when("Tracing")) + modules("MetricsTestKit", if: when("Metrics"))
    ),
    tests("TalynStubsTests", modules("TalynStubs")),
    tests("TalynRecordingsTests", modules("TalynCache TalynRecordings TalynStubs")),
    tests("TalynTestingTests", modules("TalynTesting")).with(\.exclude, ["Examples/Recordings"]),
    tests(
        "TalynMacrosTests",
        syntax + modules("HTTPBin TalynMacroExpansion TalynMacros TalynTesting TalynWebSocket")
            + modules("SwiftSyntaxMacroExpansion", if: forMacros)
    ).with(\.exclude, ["Snapshots"]),
    // A module that is isolated to the main actor by default, as Xcode makes new apps.
    tests("TalynMacrosMainActorTests", modules("TalynMacros TalynTesting")).with(\.swiftSettings, mainActor),
    tests(
        "TalynStubServerTests",
        modules("HTTPBin NIOCore NIOPosix TalynRecordings TalynStubServer TalynStubs TalynTesting")
    ).with(\.exclude, ["Fixtures"]),
    tests(
        "TalynCLITests",
        modules("Bookshop TalynCLI TalynCommandLine TalynOpenAPI TalynOpenAPIRuntime TalynRecordings TalynStubServer")
            + modules("TalynStubs") + modules("ArgumentParser", if: forTools)
    ),
    tests("TalynOpenAPITests", modules("TalynOpenAPI TalynStubs")),
    tests("TalynOpenAPIRuntimeTests", modules("TalynOpenAPIRuntime TalynStubs")),
    tests("TalynAlamofireTests", modules("TalynAlamofire") + alamofire),
    tests("MoyaReactiveTests", modules("CombineMoya Moya") + alamofire + openCombine + rxLibraries),
    // Files as Moya's users wrote them, in the language mode in which they wrote them.
    tests("MoyaTests", modules("HTTPBin Moya TalynTesting") + alamofire).with(\.swiftSettings, swift5),
    // An app of two modules: defaults for its targets in one, the targets in the other.
    part("MoyaModulesCore", modules("Moya")).with(\.path, "Tests/MoyaModules/Core").with(\.swiftSettings, swift5),
    appTests("MoyaModulesTests", modules("Moya MoyaModulesCore")).with(\.path, "Tests/MoyaModules/Feature")
        .with(\.swiftSettings, swift5),
    // Expectations that were learnt by running Moya 15.0.3.
    appTests("MoyaObservedTests", modules("HTTPBin Moya") + alamofire).with(\.swiftSettings, swift5),
    appTests("MoyaReactiveNamesTests", modules("CombineMoya Moya ReactiveMoya RxMoya") + openCombine + rxLibraries)
        .with(\.swiftSettings, swift5),
]

/// The apps in Examples and IntegrationTests.
let examples: [[Target]] = [
    example("Examples/Quickstart", program("Quickstart", core + modules("TalynPlugins TalynStubs"))),
    // An app as Moya's users write them. Its own manifest shows the change of one line.
    example(
        "Examples/MoyaApp",
        part("MoyaAppCore", modules("Moya")),
        part("MoyaAppCatalog", modules("Moya MoyaAppCore")).with(\.resources, [.copy("Stubs")]),
        part("MoyaAppShop", modules("Moya MoyaAppCore")),
        program("MoyaAppMain", modules("Moya MoyaAppCatalog MoyaAppCore MoyaAppShop")),
        appTests("MoyaAppTests", modules("Moya MoyaAppCatalog MoyaAppCore MoyaAppShop"))
    ).map { $0.with(\.swiftSettings, swift5) },
    // A server that exports its spans and metrics to a collector.
    example(
        "Examples/Observability",
        part("Greetings", observed),
        program("GreetingServer", observed + modules("Greetings")),
        appTests("GreetingsTests", observed + modules("Greetings TestSupport"))
    ),
    // Replicas of a server that keep a limit together.
    example("Examples/Replicas", program("Replica", modules("Talyn TalynPlugins TalynValkey") + hummingbird + valkey)),
    // A client that is generated from an OpenAPI document. Its module is isolated to the main actor by default, as Xcode makes new apps.
    example(
        "Examples/Bookshop",
        part("Bookshop", modules("Talyn TalynAuth TalynOpenAPIRuntime")).with(\.swiftSettings, mainActor),
        appTests("BookshopTests", modules("Bookshop Talyn TalynAuth TalynOpenAPI TalynOpenAPIRuntime TalynTesting"))
    ),
    // A chat with language models in the terminal.
    example(
        "Examples/Chat",
        part("Chat", modules("Talyn")),
        program("ChatMain", modules("Chat Talyn")),
        appTests("ChatTests", modules("Chat Talyn TalynStubServer TalynStubs TestSupport"))
    ),
    // A client of MCP servers.
    example(
        "Examples/MCP",
        part("MCP", modules("Talyn TalynAuth TalynOpenAPIRuntime")),
        program("MCPMain", modules("MCP Talyn TalynOpenAPIRuntime")),
        appTests("MCPTests", modules("MCP Talyn TalynAuth TalynOpenAPIRuntime TalynTesting"))
    ),
    // Chat rooms over WebSockets.
    example(
        "Examples/Realtime",
        part("Realtime", modules("Talyn TalynWebSocket")),
        part("RealtimeServer", modules("Realtime") + modules("NIOCore NIOHTTP1 NIOPosix NIOWebSocket", if: forTools)),
        program("RealtimeMain", modules("Realtime RealtimeServer Talyn TalynWebSocket")),
        appTests("RealtimeTests", modules("Realtime RealtimeServer Talyn TalynStubs TalynWebSocket TestSupport"))
    ),
    // A package with the public API alone.
    example(
        "IntegrationTests/Outside",
        part("Outside", modules("Talyn") + crypto),
        appTests("OutsideTests", modules("Outside TalynCache TalynTesting"))
    ),
]

/// The libraries without a product: others use them through those that have one.
let unpublished: Set<String> = [
    "_TalynFoundation", "_TalynSupport", "TalynMacroExpansion", "TalynMacrosPlugin", "TalynTransportOptions",
]

let traits: KeyValuePairs = [
    "AsyncHTTPClient": "The default transport on Linux. Without it, Linux has none.",
    "Crypto": "On Linux: digests, keys, signatures, sign-in in a browser, digest authentication and pinned keys.",
    "Macros": "TalynMacros, by swift-syntax.",
    "Generator": "The command talyn-generate, by swift-argument-parser and Yams. Programs don't link them.",
    "Logging": "Logs in TalynObservability, by swift-log.",
    "Metrics": "Metrics in TalynObservability, by swift-metrics.",
    "Tracing": "Traces in TalynObservability, by swift-distributed-tracing.",
    "Tools": "The executable talyn and TalynStubServer. Includes the traits above, and OpenCombine.",
    "OpenCombine": "CombineMoya on Linux.",
    "Valkey": "TalynValkey: tokens, caches, limits and breakers that servers share.",
    "RxSwift": "RxMoya.",
    "ReactiveSwift": "ReactiveMoya.",
    "Alamofire": "TalynAlamofire, and the requests of Moya through Alamofire.",
]

let package = Package(
    name: "talyn",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: libraries.map(\.name).filter { !unpublished.contains($0) }.map { .library(name: $0, targets: [$0]) } + [
        .executable(name: "talyn", targets: ["TalynCLI"]),
        .plugin(name: "TalynGenerate", targets: ["TalynGenerate"]),
    ],
    traits: Set(traits.map { .trait(name: $0, description: $1) } + [.default(enabledTraits: defaultTraits)]),
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        // For the macros. The range is wide because all macros of an app share one version.
        .package(url: "https://github.com/swiftlang/swift-syntax.git", "600.0.1"..<"604.0.0"),
        // For TalynObservability.
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.0"),
        // For the products named after them.
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
        .package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.9.0"),
        .package(url: "https://github.com/ReactiveCocoa/ReactiveSwift.git", from: "7.2.0"),
        .package(url: "https://github.com/Alamofire/Alamofire.git", from: "5.11.0"),
        .package(url: "https://github.com/valkey-io/valkey-swift.git", from: "1.4.0", traits: []),
        // For the executable and the tests.
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git",
            from: "2.28.0",
            traits: ["FullFoundation"]
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.0", traits: []),
    ],
    targets: libraries + tools + testTargets + examples.flatMap(\.self),
    swiftLanguageModes: [.v6]
)
