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
    ]

let swiftSettings: [SwiftSetting] =
    conditions + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]

/// A plugin or a transport that doesn't suspend runs on the caller's executor.
let engineSettings: [SwiftSetting] = swiftSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

/// AsyncHTTPClient is the default transport on Linux. Apple platforms never link it.
let forAsyncHTTPClient = TargetDependencyCondition.when(platforms: [.linux], traits: ["AsyncHTTPClient", "Tools"])

/// A command line receives the callback of a sign-in with SwiftNIO.
let forLoopbackReceiver = TargetDependencyCondition.when(traits: ["AsyncHTTPClient", "Tools"])

/// Hashes, keys and signatures, where CryptoKit can't be imported: `#if canImport(CryptoKit) || Crypto` guards the code that needs
/// either. Apple platforms never link swift-crypto.
let forCrypto = TargetDependencyCondition.when(
    platforms: [.android, .linux, .openbsd, .wasi, .windows],
    traits: ["Crypto", "Tools"]
)

/// The modules of Talyn itself, for tests and tools of this package.
let engine: [Target.Dependency] = [
    "_TalynSupport", "Talyn", "TalynAsyncHTTPClient", "TalynCore", "TalynPlugins", "TalynStreams", "TalynTransfers",
    "TalynTransportOptions", "TalynURLSession",
]

/// The generator of clients from OpenAPI documents.
let forGenerator = TargetDependencyCondition.when(traits: ["Generator", "Tools"])

/// The executable and its servers.
let forTools = TargetDependencyCondition.when(traits: ["Tools"])

/// The macros' compiler plugin.
let forMacros = TargetDependencyCondition.when(traits: ["Macros", "Tools"])

/// Apple platforms have Combine.
let forCombine = TargetDependencyCondition.when(platforms: [.linux], traits: ["OpenCombine", "Tools"])

let forLogging = TargetDependencyCondition.when(traits: ["Logging", "Tools"])
let forMetrics = TargetDependencyCondition.when(traits: ["Metrics", "Tools"])
let forTracing = TargetDependencyCondition.when(traits: ["Tracing", "Tools"])

let forRxSwift = TargetDependencyCondition.when(traits: ["RxSwift"])
let forReactiveSwift = TargetDependencyCondition.when(traits: ["ReactiveSwift"])
let forAlamofire = TargetDependencyCondition.when(traits: ["Alamofire"])

/// Products of one package.
func products(
    _ names: String...,
    of package: String,
    if condition: TargetDependencyCondition? = nil
) -> [Target.Dependency] {
    names.map { .product(name: $0, package: package, condition: condition) }
}

let alamofire = Target.Dependency.product(name: "Alamofire", package: "Alamofire", condition: forAlamofire)

let openCombine = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine", condition: forCombine)

let rxLibraries: [Target.Dependency] = [
    .product(name: "ReactiveSwift", package: "ReactiveSwift", condition: forReactiveSwift),
    .product(name: "RxSwift", package: "RxSwift", condition: forRxSwift),
]

/// Examples/MoyaApp, an app as Moya's users write them. Its own manifest shows the change of one line.
let moyaApp: [Target] = {
    let features: [Target.Dependency] = ["Moya", "MoyaAppCatalog", "MoyaAppCore", "MoyaAppShop"]
    func library(_ name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []) -> Target {
        .target(
            name: name,
            dependencies: ["Moya"] + dependencies,
            path: "Examples/MoyaApp/Sources/\(name)",
            resources: resources
        )
    }
    return [
        library("MoyaAppCore"),
        library("MoyaAppCatalog", "MoyaAppCore", resources: [.copy("Stubs")]),
        library("MoyaAppShop", "MoyaAppCore"),
        .executableTarget(name: "MoyaAppMain", dependencies: features, path: "Examples/MoyaApp/Sources/MoyaAppMain"),
        .testTarget(name: "MoyaAppTests", dependencies: features, path: "Examples/MoyaApp/Tests/MoyaAppTests"),
    ]
}()

for target in moyaApp { target.swiftSettings = conditions + [.swiftLanguageMode(.v5)] }

/// Examples/Observability, a server that exports its spans and metrics to a collector.
let observabilityExample: [Target] = {
    let folder = "Examples/Observability"
    let libraries: [Target.Dependency] =
        ["Talyn", "TalynObservability", httpTypes]
        + products("CoreMetrics", of: "swift-metrics", if: forTools)
        + products("Hummingbird", of: "hummingbird", if: forTools)
        + products("InMemoryLogging", "Logging", of: "swift-log", if: forTools)
        + products("InMemoryTracing", "Tracing", of: "swift-distributed-tracing", if: forTools)
        + products("NIOConcurrencyHelpers", of: "swift-nio", if: forTools)
        + products("ServiceLifecycle", of: "swift-service-lifecycle", if: forTools)
    let all = libraries + ["Greetings"]
    return [
        .target(name: "Greetings", dependencies: libraries, path: "\(folder)/Sources/Greetings"),
        .executableTarget(name: "GreetingServer", dependencies: all, path: "\(folder)/Sources/GreetingServer"),
        .testTarget(
            name: "GreetingsTests",
            dependencies: all + ["TestSupport"],
            path: "\(folder)/Tests/GreetingsTests"
        ),
    ]
}()

/// Examples/Bookshop, a client that is generated from an OpenAPI document. Its module is isolated to the main actor by default, as
/// Xcode makes new apps.
let bookshopExample: [Target] = [
    .target(
        name: "Bookshop",
        dependencies: ["Talyn", "TalynAuth", "TalynOpenAPIRuntime"],
        path: "Examples/Bookshop/Sources/Bookshop",
        swiftSettings: swiftSettings + [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
        name: "BookshopTests",
        dependencies: ["Bookshop", "Talyn", "TalynAuth", "TalynOpenAPI", "TalynOpenAPIRuntime", "TalynTesting"],
        path: "Examples/Bookshop/Tests/BookshopTests"
    ),
]

/// IntegrationTests/Outside, a package with the public API alone. Its own manifest takes it from there.
let outside: [Target] = [
    .target(
        name: "Outside",
        dependencies: ["Talyn"] + products("Crypto", of: "swift-crypto", if: forCrypto),
        path: "IntegrationTests/Outside/Sources/Outside",
        packageAccess: false
    ),
    .testTarget(
        name: "OutsideTests",
        dependencies: ["Outside", "TalynCache", "TalynTesting"],
        path: "IntegrationTests/Outside/Tests/OutsideTests",
        packageAccess: false
    ),
]

let package = Package(
    name: "talyn",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Talyn", targets: ["Talyn"]),
        .library(name: "TalynCore", targets: ["TalynCore"]),
        .library(name: "TalynPlugins", targets: ["TalynPlugins"]),
        .library(name: "TalynStreams", targets: ["TalynStreams"]),
        .library(name: "TalynTransfers", targets: ["TalynTransfers"]),
        .library(name: "TalynAsyncHTTPClient", targets: ["TalynAsyncHTTPClient"]),
        .library(name: "TalynURLSession", targets: ["TalynURLSession"]),
        .library(name: "TalynAuth", targets: ["TalynAuth"]),
        .library(name: "TalynCache", targets: ["TalynCache"]),
        .library(name: "TalynObservability", targets: ["TalynObservability"]),
        .library(name: "TalynStubs", targets: ["TalynStubs"]),
        .library(name: "TalynRecordings", targets: ["TalynRecordings"]),
        .library(name: "TalynTesting", targets: ["TalynTesting"]),
        .library(name: "TalynStubServer", targets: ["TalynStubServer"]),
        .library(name: "TalynMacros", targets: ["TalynMacros"]),
        .library(name: "TalynOpenAPIRuntime", targets: ["TalynOpenAPIRuntime"]),
        .library(name: "TalynAlamofire", targets: ["TalynAlamofire"]),
        .library(name: "Moya", targets: ["Moya"]),
        .library(name: "CombineMoya", targets: ["CombineMoya"]),
        .library(name: "RxMoya", targets: ["RxMoya"]),
        .library(name: "ReactiveMoya", targets: ["ReactiveMoya"]),
        .executable(name: "talyn", targets: ["TalynCLI"]),
        .plugin(name: "TalynGenerate", targets: ["TalynGenerate"]),
    ],
    traits: [
        .trait(name: "AsyncHTTPClient", description: "The default transport on Linux. Without it, Linux has none."),
        .trait(
            name: "Crypto",
            description:
                "On Linux: digests, keys, signatures, sign-in in a browser, digest authentication and pinned keys."
        ),
        .trait(name: "Macros", description: "TalynMacros, by swift-syntax."),
        .trait(
            name: "Generator",
            description: "The command talyn-generate, by swift-argument-parser and Yams. Programs don't link them."
        ),
        .trait(name: "Logging", description: "Logs in TalynObservability, by swift-log."),
        .trait(name: "Metrics", description: "Metrics in TalynObservability, by swift-metrics."),
        .trait(name: "Tracing", description: "Traces in TalynObservability, by swift-distributed-tracing."),
        .trait(
            name: "Tools",
            description: "The executable talyn and TalynStubServer. Includes the traits above, and OpenCombine."
        ),
        .trait(name: "OpenCombine", description: "CombineMoya on Linux."),
        .trait(name: "RxSwift", description: "RxMoya."),
        .trait(name: "ReactiveSwift", description: "ReactiveMoya."),
        .trait(name: "Alamofire", description: "TalynAlamofire, and the requests of Moya through Alamofire."),
        .default(enabledTraits: defaultTraits),
    ],
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
        .package(url: "https://github.com/Alamofire/Alamofire.git", from: "5.10.0"),
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
    targets: [
        // Knows no call: locks, clocks, header fields, URLs, dates and JSON text. Public for the compiler, promised to nobody.
        .target(name: "_TalynSupport", dependencies: [httpTypes], swiftSettings: engineSettings),
        // The engine: targets, endpoints, the call, and the protocols of plugins and transports.
        .target(
            name: "TalynCore",
            dependencies: ["_TalynSupport", httpTypes] + products("Crypto", of: "swift-crypto", if: forCrypto),
            exclude: privacyManifest.excluded,
            resources: privacyManifest.resources,
            swiftSettings: engineSettings
        ),
        .target(
            name: "TalynPlugins",
            dependencies: ["_TalynSupport", "TalynCore", httpTypes],
            swiftSettings: engineSettings
        ),
        // Lines, events and pages.
        .target(
            name: "TalynStreams",
            dependencies: ["_TalynSupport", "TalynCore", httpTypes],
            swiftSettings: engineSettings
        ),
        .target(
            name: "TalynTransfers",
            dependencies: ["_TalynSupport", "TalynCore", httpTypes]
                + products("Crypto", of: "swift-crypto", if: forCrypto),
            exclude: privacyManifest.excluded,
            resources: privacyManifest.resources,
            swiftSettings: engineSettings
        ),
        // The options of both transports.
        .target(
            name: "TalynTransportOptions",
            dependencies: ["_TalynSupport", "TalynCore", httpTypes]
                + products("Crypto", of: "swift-crypto", if: forCrypto),
            swiftSettings: engineSettings
        ),
        .target(
            name: "TalynAsyncHTTPClient",
            dependencies: ["_TalynSupport", "TalynCore", "TalynTransportOptions", httpTypes]
                + products("AsyncHTTPClient", of: "async-http-client", if: forAsyncHTTPClient)
                + products("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix", of: "swift-nio", if: forAsyncHTTPClient)
                + products("NIOHTTP2", of: "swift-nio-http2", if: forAsyncHTTPClient)
                + products("NIOHTTPCompression", "NIOSOCKS", of: "swift-nio-extras", if: forAsyncHTTPClient)
                + products("NIOSSL", of: "swift-nio-ssl", if: forAsyncHTTPClient),
            swiftSettings: engineSettings
        ),
        // URLSession as a transport, and Foundation's requests, responses, cookies and streams. On Linux, it links
        // FoundationNetworking and libcurl, and `Talyn` doesn't include it.
        .target(
            name: "TalynURLSession",
            dependencies: ["_TalynSupport", "TalynCore", "TalynTransportOptions", httpTypes],
            swiftSettings: engineSettings
        ),
        // The usual door: the modules above, and the default transport of the platform.
        .target(
            name: "Talyn",
            dependencies: [
                "TalynCore",
                "TalynPlugins",
                "TalynStreams",
                "TalynTransfers",
                .target(name: "TalynAsyncHTTPClient", condition: forAsyncHTTPClient),
                .target(name: "TalynURLSession", condition: .when(platforms: applePlatforms)),
            ]
        ),
        // OAuth 2 and signatures.
        .target(
            name: "TalynAuth",
            dependencies: ["_TalynSupport", "TalynCore", "TalynPlugins", httpTypes]
                + products("Crypto", "_CryptoExtras", of: "swift-crypto", if: forCrypto)
                + products("NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio", if: forLoopbackReceiver),
            swiftSettings: engineSettings
        ),
        .target(
            name: "TalynCache",
            dependencies: [
                "_TalynSupport", "TalynCore", .product(name: "Crypto", package: "swift-crypto", condition: forCrypto),
            ],
            exclude: privacyManifest.excluded,
            resources: privacyManifest.resources,
            swiftSettings: engineSettings
        ),
        .target(
            name: "TalynObservability",
            dependencies: [
                "_TalynSupport",
                "TalynCore",
                "TalynPlugins",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: forMetrics),
                .product(name: "Logging", package: "swift-log", condition: forLogging),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: forTracing),
            ],
            swiftSettings: engineSettings
        ),
        // Stubs and faults without a test framework. TalynStubServer uses them, too.
        .target(name: "TalynStubs", dependencies: ["_TalynSupport", "TalynCore"], swiftSettings: engineSettings),
        // HAR files: record, replay, compare, redact, report.
        .target(
            name: "TalynRecordings",
            dependencies: ["_TalynSupport", "TalynCore", "TalynStubs"],
            swiftSettings: engineSettings
        ),
        // Stubs and recordings for tests with Swift Testing and XCTest.
        .target(
            name: "TalynTesting",
            dependencies: ["_TalynSupport", "Talyn", "TalynCore", "TalynRecordings", "TalynStubs"]
        ),
        .target(
            name: "TalynStubServer",
            dependencies: [
                "_TalynSupport",
                "TalynCore",
                "TalynRecordings",
                "TalynStubs",
                .product(name: "HummingbirdCore", package: "hummingbird", condition: forTools),
                .product(name: "Logging", package: "swift-log", condition: forTools),
            ] + products("NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio", if: forTools)
        ),
        .target(
            name: "TalynMacros",
            dependencies: ["Talyn", .target(name: "TalynMacrosPlugin", condition: forMacros)]
        ),
        .macro(
            name: "TalynMacrosPlugin",
            dependencies: [
                "TalynMacroExpansion"
            ] + products("SwiftCompilerPlugin", "SwiftSyntaxMacros", of: "swift-syntax", if: forMacros)
        ),
        .target(
            name: "TalynMacroExpansion",
            dependencies: products(
                "SwiftDiagnostics",
                "SwiftParser",
                "SwiftSyntax",
                "SwiftSyntaxBuilder",
                "SwiftSyntaxMacros",
                of: "swift-syntax",
                if: forMacros
            )
        ),
        // The types that sources generated from OpenAPI documents stand on.
        .target(
            name: "TalynOpenAPIRuntime",
            dependencies: ["_TalynSupport", "TalynCore", "TalynStreams", httpTypes],
            swiftSettings: engineSettings
        ),
        // OpenAPI documents to sources. The executable uses it.
        .target(
            name: "TalynOpenAPI",
            dependencies: ["_TalynSupport", "TalynCore", "TalynStubs", httpTypes]
                + products("Yams", of: "Yams", if: forGenerator)
        ),
        // What the executables share: their terminal, and the generation of clients.
        .target(
            name: "TalynCommandLine",
            dependencies: ["TalynOpenAPI"]
                + products("ArgumentParser", of: "swift-argument-parser", if: forGenerator)
        ),
        // The generator alone. It builds without a transport, a server and macros, and without its trait in a moment.
        .executableTarget(
            name: "TalynGenerator",
            dependencies: [.target(name: "TalynCommandLine", condition: forGenerator)]
                + products("ArgumentParser", of: "swift-argument-parser", if: forGenerator)
        ),
        // swift package talyn-generate, in any package that depends on this one, and in Xcode.
        .plugin(
            name: "TalynGenerate",
            capability: .command(
                intent: .custom(
                    verb: "talyn-generate",
                    description: "Generates a client from an OpenAPI document."
                ),
                permissions: [.writeToPackageDirectory(reason: "It writes the sources of the client.")]
            ),
            // Not with `Tools`: a build of this repository would compile the generator a second time, as a tool.
            dependencies: [.target(name: "TalynGenerator", condition: .when(traits: ["Generator"]))]
        ),
        .target(
            name: "TalynAlamofire",
            dependencies: ["_TalynSupport", "TalynCore", "TalynURLSession", httpTypes, alamofire]
        ),
        .target(
            name: "Moya",
            dependencies: [
                "_TalynSupport",
                "Talyn",
                "TalynAlamofire",
                "TalynCore",
                "TalynPlugins",
                "TalynTransfers",
                "TalynURLSession",
                alamofire,
                httpTypes,
            ] + rxLibraries,
            // If it were in Swift 6 mode, apps in Swift 5 mode would get a warning for each type that isn't sendable. Moya gives none.
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]
        ),
        // Apple platforms always have Combine. If the publishers were in Moya, those of an app with the same names would be ambiguous.
        .target(
            name: "CombineMoya",
            dependencies: ["_TalynSupport", "Moya", "TalynCore", openCombine],
            swiftSettings: swiftSettings + [.swiftLanguageMode(.v5)]
        ),
        // Moya's users import these modules by name. The code is in Moya, so that `.rx` works with `import Moya` alone, too. Only an
        // app that turns on the trait gets it.
        .target(name: "RxMoya", dependencies: ["Moya"]),
        .target(name: "ReactiveMoya", dependencies: ["Moya"]),
        .target(
            name: "HTTPBin",
            dependencies: [
                httpTypes,
                .product(name: "Hummingbird", package: "hummingbird", condition: forTools),
                .product(name: "Logging", package: "swift-log", condition: forTools),
                .product(name: "NIOCore", package: "swift-nio", condition: forTools),
            ]
        ),
        .executableTarget(
            name: "TalynCLI",
            dependencies: [
                "_TalynSupport",
                "HTTPBin",
                "Talyn",
                "TalynAuth",
                "TalynCache",
                "TalynCommandLine",
                "TalynCore",
                "TalynOpenAPI",
                "TalynRecordings",
                "TalynStubServer",
                "TalynStubs",
                "TalynURLSession",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forTools),
                .product(name: "Subprocess", package: "swift-subprocess", condition: forTools),
            ]
        ),
        // Bounds the number of tests at the same time.
        .target(name: "TestSetup", path: "Tests/TestSetup"),
        .target(
            name: "TestSupport",
            dependencies: ["_TalynSupport", "TalynCore", "TalynPlugins", "TalynTransfers", "TestSetup", httpTypes]
                + products("NIOCore", "NIOPosix", of: "swift-nio")
                + products("NIOSSL", of: "swift-nio-ssl")
                + products("Subprocess", of: "swift-subprocess", if: .when(platforms: [.linux, .macOS])),
            path: "Tests/TestSupport"
        ),
        // Large trials of the library. Scripts/soak, Scripts/torture, Scripts/transfer,
        // Scripts/servers and Scripts/token-races run them.
        .executableTarget(
            name: "Reliability",
            dependencies: engine + [
                "TalynAuth",
                "TalynCache",
                "TalynRecordings",
                "TalynStubServer",
                "TalynStubs",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forTools),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Reliability",
            exclude: ["Torture/faults.c", "Servers/Programs"]
        ),
        // Measures Talyn against the clients it stands on: swift run -c release --traits Tools Benchmarks
        .executableTarget(
            name: "Benchmarks",
            dependencies: engine + [
                "Moya",
                "TalynAuth",
                "TalynCache",
                "TalynMacros",
                "TalynObservability",
                "TalynRecordings",
                "TalynStubs",
                "TalynTesting",
            ]
                + products("ArgumentParser", of: "swift-argument-parser", if: forTools)
                + products("AsyncHTTPClient", of: "async-http-client", if: forTools)
                + products("CoreMetrics", "MetricsTestKit", of: "swift-metrics", if: forTools)
                + products("InMemoryLogging", "Logging", of: "swift-log", if: forTools)
                + products("InMemoryTracing", "Tracing", of: "swift-distributed-tracing", if: forTools)
                + products("NIOCore", "NIOHTTP1", "NIOPosix", of: "swift-nio", if: forTools)
                + products("NIOHTTPCompression", of: "swift-nio-extras", if: forTools)
                + products("Subprocess", of: "swift-subprocess", if: forTools),
            path: "Benchmarks"
        ),
        // The parsers that read text of a server, a file or a user, and the properties that hold for each input.
        .target(
            name: "FuzzTargets",
            dependencies: engine + ["TalynCache", "TalynRecordings", "TalynStubs", "TalynTesting"],
            path: "Fuzzing/FuzzTargets"
        ),
        // Scripts/fuzz runs it.
        .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Fuzzing/Fuzz"),
        .executableTarget(
            name: "WorstCases",
            dependencies: engine + ["TalynCache", "TalynRecordings", "TalynStubs", "TalynTesting"],
            path: "Fuzzing/WorstCases"
        ),
        .testTarget(name: "TalynSupportTests", dependencies: ["_TalynSupport", "TestSupport", httpTypes]),
        .testTarget(
            name: "TalynCoreTests",
            dependencies: [
                "_TalynSupport",
                "TalynCore", "TalynPlugins", "TalynStreams", "TalynTransfers", "TalynURLSession", "TestSupport",
            ]
        ),
        .testTarget(
            name: "TalynPluginsTests",
            dependencies: [
                "_TalynSupport", "TalynCore", "TalynPlugins", "TalynTransfers", "TalynURLSession", "TestSupport",
            ]
        ),
        .testTarget(
            name: "TalynStreamsTests",
            dependencies: ["_TalynSupport", "TalynCore", "TalynPlugins", "TalynStreams", "TestSupport"]
        ),
        .testTarget(
            name: "TalynTransportOptionsTests",
            dependencies: ["TalynTransportOptions", "TestSupport"]
        ),
        .testTarget(
            name: "TalynTransfersTests",
            dependencies: ["_TalynSupport", "TalynCore", "TalynPlugins", "TalynTransfers", "TestSupport"]
        ),
        .testTarget(
            name: "TalynAsyncHTTPClientTests",
            dependencies: [
                "_TalynSupport", "TalynAsyncHTTPClient", "TalynCore", "TalynPlugins", "TestSupport", httpTypes,
            ]
                + products("AsyncHTTPClient", of: "async-http-client", if: forAsyncHTTPClient)
                + products("NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix", of: "swift-nio", if: forAsyncHTTPClient)
                + products("NIOHTTP2", of: "swift-nio-http2", if: forAsyncHTTPClient)
                + products("NIOHTTPCompression", of: "swift-nio-extras", if: forAsyncHTTPClient)
                + products("NIOSSL", of: "swift-nio-ssl", if: forAsyncHTTPClient)
                + products("InMemoryTracing", of: "swift-distributed-tracing", if: forTracing)
        ),
        .testTarget(
            name: "TalynURLSessionTests",
            dependencies: ["_TalynSupport", "TalynCore", "TalynURLSession", "TestSupport"]
        ),
        // The tests that run over each transport: the conformance suite, and those of other modules that need a server.
        .testTarget(
            name: "TransportConformanceTests",
            dependencies: [
                "_TalynSupport",
                "HTTPBin", "TalynAsyncHTTPClient", "TalynCore", "TalynPlugins", "TalynStreams", "TalynTransfers",
                "TalynURLSession", "TestSupport",
            ]
                + products("AsyncHTTPClient", of: "async-http-client", if: forAsyncHTTPClient)
                + products("NIOCore", of: "swift-nio", if: forAsyncHTTPClient)
        ),
        // The examples of the documentation, and the default transport.
        .testTarget(
            name: "TalynTests",
            dependencies: engine + ["TalynAuth", "TalynCache", "TalynRecordings", "TestSupport", httpTypes]
                + products("AsyncHTTPClient", of: "async-http-client", if: forAsyncHTTPClient)
                + products("NIOCore", of: "swift-nio", if: forAsyncHTTPClient)
        ),
        .testTarget(
            name: "TalynAuthTests",
            dependencies: engine + [
                "TalynAuth", "TalynCache", "TalynRecordings", "TalynStubs", "TestSupport", httpTypes,
            ]
                + products("Crypto", "_CryptoExtras", of: "swift-crypto", if: forCrypto)
        ),
        .testTarget(
            name: "TalynCacheTests",
            dependencies: engine + ["TalynCache", "TalynTesting", "TestSupport"]
        ),
        .testTarget(
            name: "TalynObservabilityTests",
            dependencies: engine + [
                "TalynAuth",
                "TalynCache",
                "TalynObservability",
                "TalynTesting",
                "TestSupport",
                .product(name: "InMemoryLogging", package: "swift-log", condition: forLogging),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: forTracing),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: forMetrics),
            ]
        ),
        .testTarget(
            name: "TalynStubsTests",
            dependencies: [
                "_TalynSupport",
                "TalynCore", "TalynPlugins", "TalynStreams", "TalynStubs", "TalynTransfers", "TestSupport",
            ]
        ),
        .testTarget(
            name: "TalynRecordingsTests",
            dependencies: [
                "_TalynSupport",
                "TalynCache", "TalynCore", "TalynPlugins", "TalynRecordings", "TalynStubs", "TalynURLSession",
                "TestSupport", httpTypes,
            ]
        ),
        .testTarget(
            name: "TalynTestingTests",
            dependencies: ["_TalynSupport", "Talyn", "TalynTesting", "TestSupport"],
            exclude: ["Examples/Recordings"]
        ),
        .testTarget(
            name: "TalynMacrosTests",
            dependencies: engine + ["HTTPBin", "TalynMacroExpansion", "TalynMacros", "TalynTesting", "TestSupport"]
                + products(
                    "SwiftDiagnostics",
                    "SwiftParser",
                    "SwiftSyntax",
                    "SwiftSyntaxBuilder",
                    "SwiftSyntaxMacroExpansion",
                    "SwiftSyntaxMacros",
                    of: "swift-syntax",
                    if: forMacros
                ),
            exclude: ["Snapshots"]
        ),
        // A module that is isolated to the main actor by default, as Xcode makes new apps.
        .testTarget(
            name: "TalynMacrosMainActorTests",
            dependencies: ["TalynMacros", "TalynTesting"],
            swiftSettings: swiftSettings + [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "TalynStubServerTests",
            dependencies: engine + [
                "HTTPBin",
                "TalynStubServer",
                "TalynRecordings",
                "TalynStubs",
                "TalynTesting",
                "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "TalynCLITests",
            dependencies: engine + [
                "Bookshop",
                "TalynCLI",
                "TalynCommandLine",
                "TalynOpenAPI",
                "TalynOpenAPIRuntime",
                "TalynStubServer",
                "TalynRecordings",
                "TalynStubs",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forTools),
            ]
        ),
        .testTarget(
            name: "TalynOpenAPITests",
            dependencies: ["_TalynSupport", "TalynCore", "TalynOpenAPI", "TalynStubs", "TestSupport", httpTypes]
        ),
        .testTarget(
            name: "TalynOpenAPIRuntimeTests",
            dependencies: ["TalynCore", "TalynOpenAPIRuntime", "TalynStubs", "TestSupport"]
        ),
        .testTarget(
            name: "TalynAlamofireTests",
            dependencies: engine + ["TalynAlamofire", "TestSupport", alamofire]
        ),
        .testTarget(
            name: "MoyaReactiveTests",
            dependencies: engine + ["CombineMoya", "Moya", "TestSupport", alamofire, openCombine] + rxLibraries
        ),
        // Files as Moya's users wrote them, in the language mode in which they wrote them.
        .testTarget(
            name: "MoyaTests",
            dependencies: engine + ["HTTPBin", "Moya", "TalynTesting", "TestSupport", alamofire],
            swiftSettings: conditions + [.swiftLanguageMode(.v5)]
        ),
        // An app of two modules: defaults for its targets in one, the targets in the other.
        .target(
            name: "MoyaModulesCore",
            dependencies: ["Moya"],
            path: "Tests/MoyaModules/Core",
            swiftSettings: conditions + [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "MoyaModulesTests",
            dependencies: ["Moya", "MoyaModulesCore"],
            path: "Tests/MoyaModules/Feature",
            swiftSettings: conditions + [.swiftLanguageMode(.v5)]
        ),
        // Expectations that were learnt by running Moya 15.0.3.
        .testTarget(
            name: "MoyaObservedTests",
            dependencies: ["HTTPBin", "Moya", alamofire],
            swiftSettings: conditions + [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "MoyaReactiveNamesTests",
            dependencies: ["CombineMoya", "Moya", "ReactiveMoya", "RxMoya", openCombine] + rxLibraries,
            swiftSettings: conditions + [.swiftLanguageMode(.v5)]
        ),
    ] + moyaApp + observabilityExample + bookshopExample + outside,
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin && target.swiftSettings == nil {
    target.swiftSettings = swiftSettings
}
