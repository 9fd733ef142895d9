// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// AsyncHTTPClient is the default transport on Linux; Apple platforms have URLSession and never link it.
let onLinuxByTrait = TargetDependencyCondition.when(platforms: [.linux], traits: ["AsyncHTTPClient"])

/// Digest authentication and pinned public keys need hashes: CryptoKit has them on Apple platforms, swift-crypto on Linux.
let hashesOnLinux = TargetDependencyCondition.when(platforms: [.linux], traits: ["Crypto"])

/// What the executable and the demo's server need is not even fetched for a package that takes the library with
/// `traits: []`. (What only tests need never is.)
let forTools = TargetDependencyCondition.when(traits: ["Tools"])

let package = Package(
    name: "talyn",
    platforms: [.macOS(.v14), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Talyn", targets: ["Talyn"]),
        .library(name: "Moya", targets: ["Moya"]),
        .executable(name: "talyn", targets: ["TalynCLI"]),
    ],
    traits: [
        .trait(
            name: "AsyncHTTPClient",
            description: "AsyncHTTPClientTransport, the default transport on Linux."
        ),
        .trait(
            name: "Crypto",
            description: "Digest authentication and pinned public keys on Linux, by swift-crypto."
        ),
        .trait(
            name: "Tools",
            description: "The executable talyn and the server that its demo calls."
        ),
        .default(enabledTraits: ["AsyncHTTPClient", "Crypto", "Tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
        // For the executable and the tests.
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0"),
    ],
    targets: [
        .target(
            name: "Talyn",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: onLinuxByTrait),
                .product(name: "Crypto", package: "swift-crypto", condition: hashesOnLinux),
                .product(name: "NIOCore", package: "swift-nio", condition: onLinuxByTrait),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: onLinuxByTrait),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: onLinuxByTrait),
                .product(name: "NIOPosix", package: "swift-nio", condition: onLinuxByTrait),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: onLinuxByTrait),
            ],
            // What a plugin or a transport doesn't wait for runs through without a change of executor.
            swiftSettings: swiftSettings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .target(
            name: "Moya",
            dependencies: ["Talyn"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "HTTPBin",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: forTools),
                .product(name: "Logging", package: "swift-log", condition: forTools),
                .product(name: "NIOCore", package: "swift-nio", condition: forTools),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "TalynCLI",
            dependencies: [
                "HTTPBin",
                "Talyn",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: forTools),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "TalynTests",
            dependencies: [
                "HTTPBin",
                "Talyn",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: swiftSettings
        ),
        // Files as Moya's users wrote them, in the language mode in which they wrote them.
        .testTarget(
            name: "MoyaTests",
            dependencies: ["Moya"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
