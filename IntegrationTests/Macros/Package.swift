// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library with the trait Macros alone. It pins the oldest swift-syntax that the library supports.
let package = Package(
    name: "macros",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "../..", traits: ["Macros"]),
        .package(url: "https://github.com/swiftlang/swift-syntax.git", exact: "600.0.1"),
    ],
    targets: [.executableTarget(name: "macros", dependencies: [.product(name: "TalynMacros", package: "talyn")])]
)
