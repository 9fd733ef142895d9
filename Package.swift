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
let privacyManifest: (excluded: [String], resources: [Resource]) = (
    [], [.process("PrivacyInfo.xcprivacy")]
)
#endif

/// The traits that `Tools` includes, so that one trait is enough to build and test this repository. The manifest defines
/// them for it, and `--traits Tools` enables one trait only.
///
/// SwiftPM before 6.4 passes the names of enabled traits to the compiler in random order. With several traits, each new
/// plan compiles the package again, as in `swift test` after `swift run` (swiftlang/swift-package-manager#10525).
let traitsOfTools = [
    "AsyncHTTPClient", "Crypto", "Generator", "Logging", "Macros", "Metrics", "OpenCombine", "Tracing",
]

let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

/// Conditions that every target can use.
let conditions: [SwiftSetting] =
    traitsOfTools.map { .define($0, .when(traits: ["Tools"])) } + [
        // The fuzz targets test internal parsers. Release builds have them with `-Xswiftc -enable-testing -Xswiftc -DFUZZING`.
        .define("FUZZING", .when(platforms: [.linux], configuration: .debug)),
        // The systems that Hummingbird supports.
        .enableExperimentalFeature("AvailabilityMacro=Hummingbird:macOS 14, iOS 17, tvOS 17"),
        // The systems that valkey-swift supports.
        .enableExperimentalFeature(
            "AvailabilityMacro=Valkey:macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2"
        ),
    ]

let swiftSettings: [SwiftSetting] =
    conditions + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// The code of Moya's users, in the language mode in which they wrote it.
let swift5: [SwiftSetting] = conditions + [.swiftLanguageMode(.v5)]

/// The code of an app whose modules are isolated to the main actor.
let mainActor: [SwiftSetting] = swiftSettings + [.defaultIsolation(MainActor.self)]

/// A plugin or a transport that doesn't suspend runs on the caller's executor.
let engineSettings: [SwiftSetting] =
    swiftSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// AsyncHTTPClient is the default transport on Linux. Apple platforms never link it.
let forAsyncHTTPClient = TargetDependencyCondition.when(
    platforms: [.linux],
    traits: ["AsyncHTTPClient", "Tools"]
)

/// A command line receives the callback of a sign-in with SwiftNIO.
let forLoopbackReceiver = TargetDependencyCondition.when(traits: ["AsyncHTTPClient", "Tools"])

/// Hashes, keys and signatures, where CryptoKit can't be imported: `#if canImport(CryptoKit) || Crypto` guards the code that needs
/// either. Apple platforms never link swift-crypto.
let forCrypto = TargetDependencyCondition.when(
    platforms: [.android, .linux, .openbsd, .wasi, .windows],
    traits: ["Crypto", "Tools"]
)

/// The generator of clients from OpenAPI documents.
let forGenerator = TargetDependencyCondition.when(traits: ["Generator", "Tools"])

/// The executable and its servers.
let forTools = TargetDependencyCondition.when(traits: ["Tools"])

/// The macros' compiler plugin.
let forMacros = TargetDependencyCondition.when(traits: ["Macros", "Tools"])

/// Apple platforms have Combine.
let forCombine = TargetDependencyCondition.when(
    platforms: [.linux],
    traits: ["OpenCombine", "Tools"]
)

let forLogging = TargetDependencyCondition.when(traits: ["Logging", "Tools"])
let forMetrics = TargetDependencyCondition.when(traits: ["Metrics", "Tools"])
let forTracing = TargetDependencyCondition.when(traits: ["Tracing", "Tools"])

let forRxSwift = TargetDependencyCondition.when(traits: ["RxSwift"])
let forReactiveSwift = TargetDependencyCondition.when(traits: ["ReactiveSwift"])
let forAlamofire = TargetDependencyCondition.when(traits: ["Alamofire"])

/// The stores that servers share. Those of tokens encrypt: Apple platforms never link swift-crypto for it.
let forValkey = TargetDependencyCondition.when(traits: ["Valkey"])
let forCryptoOfValkey = TargetDependencyCondition.when(
    platforms: [.android, .linux, .openbsd, .wasi, .windows],
    traits: ["Valkey"]
)

/// The products of packages that targets use.
let productsOfPackages = [
    "Alamofire": "Alamofire",
    "async-http-client": "AsyncHTTPClient",
    "hummingbird": "Hummingbird HummingbirdCore",
    "OpenCombine": "OpenCombine",
    "ReactiveSwift": "ReactiveSwift",
    "RxSwift": "RxSwift",
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
    "Yams": "Yams",
]

/// Products by their names, with a space between two.
func products(_ names: String, if condition: TargetDependencyCondition? = nil) -> [Target.Dependency] {
    names.split(separator: " ").map { name in
        let package = productsOfPackages.first { $0.value.split(separator: " ").contains(name) }
        return .product(name: String(name), package: package?.key ?? "", condition: condition)
    }
}

/// Targets by their names, with a space between two.
func targets(_ names: String) -> [Target.Dependency] {
    names.split(separator: " ").map { .init(stringLiteral: String($0)) }
}

let alamofire = products("Alamofire", if: forAlamofire)
let argumentParser = products("ArgumentParser", if: forTools)
let asyncHTTPClient = products("AsyncHTTPClient", if: forAsyncHTTPClient)
let crypto = products("Crypto", if: forCrypto)
let httpTypes = products("HTTPTypes")
let nio = products("NIOCore NIOPosix")
let openCombine = products("OpenCombine", if: forCombine)
let rxLibraries =
    products("ReactiveSwift", if: forReactiveSwift) + products("RxSwift", if: forRxSwift)
let syntax = products(
    "SwiftDiagnostics SwiftParser SwiftSyntax SwiftSyntaxBuilder SwiftSyntaxMacros",
    if: forMacros
)
let subprocess = products("Subprocess", if: forTools)
let valkey =
    products("Valkey Logging", if: forValkey) + products("CoreMetrics", if: forMetrics)
    + products("Crypto", if: forCryptoOfValkey)

/// The modules that every other library may import.
let core: [Target.Dependency] = ["_TalynSupport", "TalynCore"] + httpTypes

/// The modules that fuzzing tries beside the engine.
let fuzzed = targets("TalynCache TalynRecordings TalynStubs TalynTesting")

/// The modules of `Talyn` itself, for tests and tools of this package.
let engine: [Target.Dependency] =
    core + [
        "Talyn", "TalynAsyncHTTPClient", "TalynPlugins", "TalynStreams", "TalynTransfers", "TalynTransportOptions",
        "TalynURLSession",
    ]

/// A library above the engine. Without package access, it sees what a module of another package sees. Only Moya has it.
func library(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    hasPrivacyManifest: Bool = false,
    packageAccess: Bool = false,
    settings: [SwiftSetting] = engineSettings
) -> Target {
    .target(
        name: name,
        dependencies: core + dependencies,
        exclude: hasPrivacyManifest ? privacyManifest.excluded : [],
        resources: hasPrivacyManifest ? privacyManifest.resources : [],
        packageAccess: packageAccess,
        swiftSettings: settings
    )
}

/// A module that is no product.
func part(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    path: String? = nil,
    packageAccess: Bool = false,
    settings: [SwiftSetting] = swiftSettings
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, packageAccess: packageAccess, swiftSettings: settings)
}

/// A program.
func program(
    _ name: String,
    _ dependencies: [Target.Dependency],
    path: String? = nil,
    exclude: [String] = [],
    settings: [SwiftSetting] = swiftSettings
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: path,
        exclude: exclude,
        packageAccess: path != nil,
        swiftSettings: settings
    )
}

/// Tests that stand on their dependencies alone.
func appTests(
    _ name: String,
    _ dependencies: [Target.Dependency],
    path: String? = nil,
    settings: [SwiftSetting] = swiftSettings
) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// The tests of a module.
func tests(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    settings: [SwiftSetting] = swiftSettings
) -> Target {
    .testTarget(
        name: name,
        dependencies: engine + ["TestSupport"] + dependencies,
        exclude: exclude,
        swiftSettings: settings
    )
}

/// The modules that programs import.
let libraries: [Target] = [
    // Knows no call: locks, clocks, header fields, URLs, dates and JSON text. Public for the compiler, promised to nobody.
    .target(name: "_TalynSupport", dependencies: httpTypes, packageAccess: false, swiftSettings: engineSettings),
    // The engine: targets, endpoints, the call, and the protocols of plugins and transports.
    .target(
        name: "TalynCore",
        dependencies: ["_TalynSupport"] + httpTypes + crypto,
        exclude: privacyManifest.excluded,
        resources: privacyManifest.resources,
        swiftSettings: engineSettings
    ),
    library("TalynPlugins"),
    // Lines, events and pages.
    library("TalynStreams"),
    library("TalynTransfers", crypto, hasPrivacyManifest: true),
    // Conversations. The transports open the connections.
    library("TalynWebSocket"),
    // The options of both transports.
    library("TalynTransportOptions", crypto),
    library(
        "TalynAsyncHTTPClient",
        ["TalynTransportOptions"] + asyncHTTPClient
            + products(
                "NIOCore NIOEmbedded NIOExtras NIOHTTP1 NIOPosix NIOHTTP2 NIOHTTPCompression NIOSOCKS NIOSSL NIOTLS",
                if: forAsyncHTTPClient
            ) + products("NIOWebSocket", if: forAsyncHTTPClient)
    ),
    // URLSession as a transport, and Foundation's requests, responses, cookies and streams. On Linux, it links
    // FoundationNetworking and libcurl, and `Talyn` doesn't include it.
    library("TalynURLSession", ["TalynTransportOptions"]),
    // The usual door: the modules above, and the default transport of the platform.
    library(
        "Talyn",
        [
            "TalynPlugins", "TalynStreams", "TalynTransfers",
            .target(name: "TalynAsyncHTTPClient", condition: forAsyncHTTPClient),
            .target(name: "TalynURLSession", condition: .when(platforms: applePlatforms)),
        ],
        settings: swiftSettings
    ),
    // OAuth 2 and signatures.
    library(
        "TalynAuth",
        ["TalynPlugins"] + products("Crypto _CryptoExtras", if: forCrypto)
            + products("NIOCore NIOHTTP1 NIOPosix", if: forLoopbackReceiver)
    ),
    library("TalynCache", crypto, hasPrivacyManifest: true),
    library(
        "TalynObservability",
        ["TalynPlugins"] + products("CoreMetrics", if: forMetrics) + products("Logging", if: forLogging)
            + products("Tracing", if: forTracing)
    ),
    // Tokens, caches, limits and breakers that servers share.
    library("TalynValkey", targets("TalynAuth TalynCache TalynPlugins") + valkey),
    // Stubs and faults without a test framework. TalynStubServer uses them, too.
    library("TalynStubs"),
    // HAR files: record, replay, compare, redact, report.
    library("TalynRecordings"),
    // Stubs and recordings for tests with Swift Testing and XCTest.
    library("TalynTesting", ["Talyn", "TalynRecordings", "TalynStubs"], settings: swiftSettings),
    library(
        "TalynStubServer",
        ["TalynStubs"] + products("HummingbirdCore Logging NIOCore NIOHTTP1 NIOPosix", if: forTools),
        settings: swiftSettings
    ),
    part("TalynMacros", ["Talyn", .target(name: "TalynMacrosPlugin", condition: forMacros)]),
    .macro(
        name: "TalynMacrosPlugin",
        dependencies: ["TalynMacroExpansion"] + products("SwiftCompilerPlugin SwiftSyntaxMacros", if: forMacros),
        packageAccess: false,
        swiftSettings: swiftSettings
    ),
    part("TalynMacroExpansion", syntax),
    // The types that sources generated from OpenAPI documents stand on.
    library("TalynOpenAPIRuntime", ["TalynStreams"]),
    library("TalynAlamofire", ["TalynURLSession"] + alamofire, settings: swiftSettings),
    // If it were in Swift 6 mode, apps in Swift 5 mode would get a warning for each type that isn't sendable. Moya gives none.
    library(
        "Moya",
        ["Talyn", "TalynAlamofire", "TalynPlugins", "TalynURLSession"] + alamofire + rxLibraries,
        packageAccess: true,
        settings: swiftSettings + [.swiftLanguageMode(.v5)]
    ),
    // Apple platforms always have Combine. If the publishers were in Moya, those of an app with the same names would be ambiguous.
    library(
        "CombineMoya",
        ["Moya"] + openCombine,
        packageAccess: true,
        settings: swiftSettings + [.swiftLanguageMode(.v5)]
    ),
    // Moya's users import these modules by name. The code is in Moya, so that `.rx` works with `import Moya` alone, too. Only an
    // app that turns on the trait gets it.
    part("RxMoya", ["Moya"]),
    part("ReactiveMoya", ["Moya"]),
]

/// The executables, and the modules that only they use.
let tools: [Target] = [
    // OpenAPI documents to sources.
    library("TalynOpenAPI", ["TalynStubs"] + products("Yams", if: forGenerator), settings: swiftSettings),
    // The terminal of the executables, and the generation of clients.
    part("TalynCommandLine", ["TalynOpenAPI"] + products("ArgumentParser", if: forGenerator)),
    // The generator alone. It builds without a transport, a server and macros, and without its trait in a moment.
    program(
        "TalynGenerator",
        [.target(name: "TalynCommandLine", condition: forGenerator)] + products("ArgumentParser", if: forGenerator)
    ),
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
    part("HTTPBin", ["_TalynSupport"] + httpTypes + products("Hummingbird Logging NIOCore", if: forTools)),
    program(
        "TalynCLI",
        core + targets("HTTPBin Talyn TalynAuth TalynCache TalynCommandLine TalynOpenAPI TalynRecordings")
            + targets("TalynStubServer TalynStubs TalynURLSession") + argumentParser + subprocess
    ),
    // Large trials of the library. Scripts/soak, Scripts/torture, Scripts/transfer, Scripts/servers and Scripts/token-races run them.
    program(
        "Reliability",
        engine
            + targets("TalynAuth TalynCache TalynRecordings TalynStubServer TalynStubs TalynValkey TalynWebSocket")
            + ["TestSupport"] + argumentParser + nio + valkey,
        path: "Tests/Reliability",
        exclude: ["Torture/faults.c", "Servers/Programs"]
    ),
    // Measures Talyn against the clients it stands on: swift run -c release --traits Tools Benchmarks
    program(
        "Benchmarks",
        engine
            + targets(
                "Moya TalynAuth TalynCache TalynMacros TalynObservability TalynRecordings TalynStubs TalynTesting"
            )
            + argumentParser + subprocess
            + products(
                "AsyncHTTPClient CoreMetrics MetricsTestKit InMemoryLogging Logging InMemoryTracing",
                if: forTools
            )
            + products("Tracing NIOCore NIOHTTP1 NIOPosix NIOHTTPCompression", if: forTools),
        path: "Benchmarks"
    ),
    // The parsers that read text of a server, a file or a user, and the properties that hold for each input.
    part(
        "FuzzTargets",
        engine + fuzzed + products("NIOCore", if: forAsyncHTTPClient),
        path: "Fuzzing/FuzzTargets",
        packageAccess: true
    ),
    // Scripts/fuzz runs it.
    program("Fuzz", ["FuzzTargets"], path: "Fuzzing/Fuzz"),
    program("WorstCases", engine + fuzzed, path: "Fuzzing/WorstCases"),
]

/// The tests, one target for each module.
let testTargets: [Target] = [
    // Bounds the number of tests at the same time.
    part("TestSetup", path: "Tests/TestSetup", packageAccess: true),
    part(
        "TestSupport",
        core + targets("TalynPlugins TalynTransfers TestSetup") + nio + products("NIOSSL")
            + products("Subprocess", if: .when(platforms: [.linux, .macOS])),
        path: "Tests/TestSupport",
        packageAccess: true
    ),
    tests("TalynSupportTests"),
    tests("TalynCoreTests"),
    tests("TalynPluginsTests"),
    tests("TalynStreamsTests"),
    tests("TalynTransportOptionsTests"),
    tests("TalynTransfersTests"),
    tests(
        "TalynWebSocketTests",
        targets("TalynStubs TalynWebSocket") + products("Crypto", if: forCrypto)
            + products("NIOCore NIOPosix NIOSSL", if: forAsyncHTTPClient)
    ),
    tests(
        "TalynAsyncHTTPClientTests",
        asyncHTTPClient + products("InMemoryTracing", if: forTracing)
            + products(
                "NIOCore NIOEmbedded NIOHTTP1 NIOPosix NIOHTTP2 NIOHTTPCompression NIOSSL",
                if: forAsyncHTTPClient
            )
    ),
    tests("TalynURLSessionTests"),
    // The tests that run over each transport: the conformance suite, and those of other modules that need a server.
    tests("TransportConformanceTests", ["HTTPBin"] + asyncHTTPClient + products("NIOCore", if: forAsyncHTTPClient)),
    // The examples of the documentation, and the default transport.
    tests(
        "TalynTests",
        targets("TalynAuth TalynCache TalynRecordings TalynStubs") + asyncHTTPClient
            + products("NIOCore", if: forAsyncHTTPClient)
    ),
    tests(
        "TalynAuthTests",
        targets("TalynAuth TalynCache TalynRecordings TalynStubs") + products("Crypto _CryptoExtras", if: forCrypto)
    ),
    tests("TalynCacheTests", targets("TalynCache TalynTesting TalynValkey") + valkey),
    tests(
        "TalynObservabilityTests",
        targets("TalynAuth TalynCache TalynObservability TalynTesting") + products("InMemoryLogging", if: forLogging)
            + products("InMemoryTracing", if: forTracing) + products("MetricsTestKit", if: forMetrics)
    ),
    tests(
        "TalynValkeyTests",
        targets("TalynAuth TalynCache TalynStubs TalynValkey") + valkey
            + products("InMemoryLogging NIOCore NIOSSL", if: forValkey)
    ),
    tests("TalynStubsTests", ["TalynStubs"]),
    tests("TalynRecordingsTests", targets("TalynCache TalynRecordings TalynStubs")),
    tests("TalynTestingTests", ["TalynTesting"], exclude: ["Examples/Recordings"]),
    tests(
        "TalynMacrosTests",
        targets("HTTPBin TalynMacroExpansion TalynMacros TalynTesting TalynWebSocket") + syntax
            + products("SwiftSyntaxMacroExpansion", if: forMacros),
        exclude: ["Snapshots"]
    ),
    // A module that is isolated to the main actor by default, as Xcode makes new apps.
    tests("TalynMacrosMainActorTests", targets("TalynMacros TalynTesting"), settings: mainActor),
    tests(
        "TalynStubServerTests",
        targets("HTTPBin TalynRecordings TalynStubServer TalynStubs TalynTesting") + nio,
        exclude: ["Fixtures"]
    ),
    tests(
        "TalynCLITests",
        targets("Bookshop TalynCLI TalynCommandLine TalynOpenAPI TalynOpenAPIRuntime TalynRecordings TalynStubServer")
            + ["TalynStubs"] + argumentParser
    ),
    tests("TalynOpenAPITests", targets("TalynOpenAPI TalynStubs")),
    tests("TalynOpenAPIRuntimeTests", targets("TalynOpenAPIRuntime TalynStubs")),
    tests("TalynAlamofireTests", ["TalynAlamofire"] + alamofire),
    tests("MoyaReactiveTests", targets("CombineMoya Moya") + alamofire + openCombine + rxLibraries),
    // Files as Moya's users wrote them, in the language mode in which they wrote them.
    tests("MoyaTests", targets("HTTPBin Moya TalynTesting") + alamofire, settings: swift5),
    // An app of two modules: defaults for its targets in one, the targets in the other.
    part("MoyaModulesCore", ["Moya"], path: "Tests/MoyaModules/Core", settings: swift5),
    appTests("MoyaModulesTests", targets("Moya MoyaModulesCore"), path: "Tests/MoyaModules/Feature", settings: swift5),
    // Expectations that were learnt by running Moya 15.0.3.
    appTests("MoyaObservedTests", targets("HTTPBin Moya") + alamofire, settings: swift5),
    appTests(
        "MoyaReactiveNamesTests",
        targets("CombineMoya Moya ReactiveMoya RxMoya") + openCombine + rxLibraries,
        settings: swift5
    ),
]

/// Examples/Quickstart. Its own manifest takes this package without traits.
let quickstart = program(
    "Quickstart",
    core + targets("TalynPlugins TalynStubs"),
    path: "Examples/Quickstart/Sources/Quickstart"
)

/// Examples/MoyaApp, an app as Moya's users write them. Its own manifest shows the change of one line.
let moyaApp: [Target] = {
    let folder = "Examples/MoyaApp"
    let app = targets("Moya MoyaAppCatalog MoyaAppCore MoyaAppShop")
    func feature(_ name: String, _ dependencies: String, resources: [Resource] = []) -> Target {
        let path = "\(folder)/Sources/\(name)"
        return .target(
            name: name,
            dependencies: targets(dependencies),
            path: path,
            resources: resources,
            swiftSettings: swift5
        )
    }
    return [
        feature("MoyaAppCore", "Moya"),
        feature("MoyaAppCatalog", "Moya MoyaAppCore", resources: [.copy("Stubs")]),
        feature("MoyaAppShop", "Moya MoyaAppCore"),
        program("MoyaAppMain", app, path: "\(folder)/Sources/MoyaAppMain", settings: swift5),
        appTests("MoyaAppTests", app, path: "\(folder)/Tests/MoyaAppTests", settings: swift5),
    ]
}()

/// Examples/Observability, a server that exports its spans and metrics to a collector.
let observabilityExample: [Target] = {
    let folder = "Examples/Observability"
    let libraries =
        targets("Talyn TalynObservability") + httpTypes
        + products("CoreMetrics Hummingbird InMemoryLogging Logging InMemoryTracing Tracing", if: forTools)
        + products("NIOConcurrencyHelpers ServiceLifecycle", if: forTools)
    let all = libraries + ["Greetings"]
    return [
        part("Greetings", libraries, path: "\(folder)/Sources/Greetings"),
        program("GreetingServer", all, path: "\(folder)/Sources/GreetingServer"),
        appTests("GreetingsTests", all + ["TestSupport"], path: "\(folder)/Tests/GreetingsTests"),
    ]
}()

/// Examples/Bookshop, a client that is generated from an OpenAPI document. Its module is isolated to the main actor by default, as
/// Xcode makes new apps.
let bookshopExample: [Target] = [
    part(
        "Bookshop",
        targets("Talyn TalynAuth TalynOpenAPIRuntime"),
        path: "Examples/Bookshop/Sources/Bookshop",
        settings: mainActor
    ),
    appTests(
        "BookshopTests",
        targets("Bookshop Talyn TalynAuth TalynOpenAPI TalynOpenAPIRuntime TalynTesting"),
        path: "Examples/Bookshop/Tests/BookshopTests"
    ),
]

/// Examples/Chat, a chat with language models in the terminal. Its own manifest takes the public API from outside.
let chatExample: [Target] = [
    part("Chat", targets("Talyn"), path: "Examples/Chat/Sources/Chat"),
    program("ChatMain", targets("Chat Talyn"), path: "Examples/Chat/Sources/ChatMain"),
    appTests(
        "ChatTests",
        targets("Chat Talyn TalynStubServer TalynStubs TestSupport"),
        path: "Examples/Chat/Tests/ChatTests"
    ),
]

/// Examples/Realtime, chat rooms over WebSockets. Its own manifest takes the public API from outside.
let realtimeExample: [Target] = {
    let folder = "Examples/Realtime"
    let nio = products("NIOCore NIOHTTP1 NIOPosix NIOWebSocket", if: forTools)
    let all = targets("Realtime RealtimeServer Talyn TalynWebSocket")
    return [
        part("Realtime", targets("Talyn TalynWebSocket"), path: "\(folder)/Sources/Realtime"),
        part("RealtimeServer", ["Realtime"] + nio, path: "\(folder)/Sources/RealtimeServer"),
        program("RealtimeMain", all, path: "\(folder)/Sources/RealtimeMain"),
        appTests("RealtimeTests", all + targets("TalynStubs TestSupport"), path: "\(folder)/Tests/RealtimeTests"),
    ]
}()

/// IntegrationTests/Outside, a package with the public API alone. Its own manifest takes it from there.
let outside: [Target] = [
    part("Outside", ["Talyn"] + crypto, path: "IntegrationTests/Outside/Sources/Outside"),
    .testTarget(
        name: "OutsideTests",
        dependencies: targets("Outside TalynCache TalynTesting"),
        path: "IntegrationTests/Outside/Tests/OutsideTests",
        packageAccess: false,
        swiftSettings: swiftSettings
    ),
]

/// The modules that have a product of their own.
let productNames = [
    "Talyn", "TalynCore", "TalynPlugins", "TalynStreams", "TalynTransfers", "TalynWebSocket", "TalynAsyncHTTPClient",
    "TalynURLSession", "TalynAuth", "TalynCache", "TalynObservability", "TalynValkey", "TalynStubs", "TalynRecordings",
    "TalynTesting",
    "TalynStubServer",
    "TalynMacros", "TalynOpenAPIRuntime", "TalynAlamofire", "Moya", "CombineMoya", "RxMoya", "ReactiveMoya",
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
    "RxSwift": "RxMoya.",
    "ReactiveSwift": "ReactiveMoya.",
    "Alamofire": "TalynAlamofire, and the requests of Moya through Alamofire.",
    "Valkey": "TalynValkey: tokens, caches, limits and breakers that servers share.",
]

let package = Package(
    name: "talyn",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: productNames.map { .library(name: $0, targets: [$0]) } + [
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
    targets: libraries + tools + testTargets + [quickstart] + moyaApp + observabilityExample + bookshopExample
        + chatExample + realtimeExample + outside,
    swiftLanguageModes: [.v6]
)
