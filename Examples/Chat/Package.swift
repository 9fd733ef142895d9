// swift-tools-version: 6.2

import PackageDescription

let talyn = Target.Dependency.product(name: "Talyn", package: "talyn")

// A chat in the terminal, with the public API of Talyn alone. It needs no macros, so it fetches less.
let package = Package(
    name: "Chat",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: ["AsyncHTTPClient"])],
    targets: [
        .target(name: "Chat", dependencies: [talyn]),
        .executableTarget(name: "ChatMain", dependencies: ["Chat", talyn]),
    ]
)
