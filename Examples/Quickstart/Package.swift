// swift-tools-version: 6.2

import PackageDescription

// Without traits, SwiftPM fetches swift-http-types and nothing else.
let package = Package(
    name: "Quickstart",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Quickstart",
            dependencies: [
                .product(name: "TalynCore", package: "talyn"),
                .product(name: "TalynPlugins", package: "talyn"),
                .product(name: "TalynStubs", package: "talyn"),
            ]
        )
    ]
)
