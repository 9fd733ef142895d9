// swift-tools-version: 6.2

import PackageDescription

// A package of its own, since it needs `-enable-testing` to look into the plugins.
let package = Package(
    name: "soak",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "..", traits: ["AsyncHTTPClient", "Crypto"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "Soak",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
