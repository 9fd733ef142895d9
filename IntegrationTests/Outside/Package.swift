// swift-tools-version: 6.2

import PackageDescription

// A package outside of Talyn, with a plugin that signs and a transport that wraps. It has the public API and nothing else.
let package = Package(
    name: "outside",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        .target(
            name: "Outside",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                "Outside",
                .product(name: "TalynCache", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ]
        ),
    ]
)
