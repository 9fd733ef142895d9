// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library from a repository, with default traits. TALYN_REPOSITORY is the URL of one, whose last
// part is `talyn`.
let package = Package(
    name: "defaults",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: Context.environment["TALYN_REPOSITORY"] ?? "file:///talyn", branch: "main")
    ],
    targets: [.executableTarget(name: "defaults", dependencies: [.product(name: "Talyn", package: "talyn")])]
)
