// swift-tools-version: 6.2

import PackageDescription

// Two servers' programs that make one call: with AsyncHTTPClient alone, and with Talyn. Scripts/measure-static builds them.
let package = Package(
    name: "static",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "client",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(name: "provider", dependencies: [.product(name: "Talyn", package: "talyn")]),
    ]
)
