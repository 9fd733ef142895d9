// swift-tools-version: 6.2

import PackageDescription

// An app that takes the library with the trait Macros alone.
let package = Package(
    name: "macros",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "talyn", path: "../..", traits: ["Macros"])],
    targets: [.executableTarget(name: "macros", dependencies: [.product(name: "TalynMacros", package: "talyn")])]
)
