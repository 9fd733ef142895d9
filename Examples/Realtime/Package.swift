// swift-tools-version: 6.2

import PackageDescription

let libraries: [Target.Dependency] = ["Talyn", "TalynWebSocket"].map { .product(name: $0, package: "talyn") }

let nio: [Target.Dependency] = ["NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket"].map {
    .product(name: $0, package: "swift-nio")
}

// The manifest of the repository defines it with the trait that fetches SwiftNIO.
let tools: [SwiftSetting] = [.define("Tools")]

// Chat rooms over WebSockets, with the public API of Talyn alone. They need no macros, so they fetch less.
let package = Package(
    name: "Realtime",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "../..", traits: ["AsyncHTTPClient"]),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
    ],
    targets: [
        .target(name: "Realtime", dependencies: libraries),
        .target(name: "RealtimeServer", dependencies: ["Realtime"] + nio, swiftSettings: tools),
        .executableTarget(
            name: "RealtimeMain",
            dependencies: ["Realtime", "RealtimeServer"] + libraries,
            swiftSettings: tools
        ),
    ]
)
