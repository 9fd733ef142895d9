// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library without traits.
let package = Package(
    name: "minimal",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "minimal", dependencies: [.product(name: "Talyn", package: "talyn")]),
        .executableTarget(
            name: "dropin",
            dependencies: [.product(name: "Moya", package: "talyn")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "MinimalTests",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynStubServer", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ]
        ),
    ]
)
