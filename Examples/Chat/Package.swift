// swift-tools-version: 6.2

import PackageDescription

// A chat in the terminal, with the public API of Talyn alone. It needs no macros, so it fetches less.
let package = Package(
    name: "Chat",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: ["AsyncHTTPClient"])],
    targets: [
        .target(name: "Chat", dependencies: [.product(name: "Talyn", package: "talyn")]),
        .executableTarget(name: "ChatMain", dependencies: ["Chat"]),
    ]
)
