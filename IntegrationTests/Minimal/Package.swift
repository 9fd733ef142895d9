// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library without traits. Its tests show the behaviour that depends on them.
let package = Package(
    name: "minimal",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "minimal", dependencies: [.product(name: "Talyn", package: "talyn")]),
        // The engine alone, with a transport of one's own.
        .executableTarget(name: "core", dependencies: [.product(name: "TalynCore", package: "talyn")]),
        .executableTarget(
            name: "dropin",
            dependencies: [.product(name: "Moya", package: "talyn")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        // The modules that link FoundationEssentials alone on Linux.
        .executableTarget(
            name: "linked",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynCache", package: "talyn"),
                .product(name: "TalynMacros", package: "talyn"),
                .product(name: "TalynObservability", package: "talyn"),
                .product(name: "TalynRecordings", package: "talyn"),
                .product(name: "TalynStubServer", package: "talyn"),
                .product(name: "TalynStubs", package: "talyn"),
            ]
        ),
        .testTarget(
            name: "MinimalTests",
            dependencies: [
                .product(name: "Moya", package: "talyn"),
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynCache", package: "talyn"),
                .product(name: "TalynObservability", package: "talyn"),
                .product(name: "TalynStubServer", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ]
        ),
    ]
)
