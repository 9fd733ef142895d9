// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // The trait of Talyn below. The package of Talyn itself compiles these sources without it, too.
    .define("AsyncHTTPClient"),
]

let libraries: [Target.Dependency] = ["Talyn", "TalynAuth", "TalynOpenAPIRuntime"].map {
    .product(name: $0, package: "talyn")
}

let package = Package(
    name: "MCP",
    platforms: [.macOS(.v14), .iOS(.v16)],
    dependencies: [
        // The client needs no macros, and so no swift-syntax.
        .package(name: "talyn", path: "../..", traits: ["AsyncHTTPClient", "Crypto"])
    ],
    targets: [
        .target(name: "MCP", dependencies: libraries, swiftSettings: swiftSettings),
        .executableTarget(name: "MCPMain", dependencies: ["MCP"] + libraries, swiftSettings: swiftSettings),
        .testTarget(
            name: "MCPTests",
            dependencies: ["MCP", .product(name: "TalynTesting", package: "talyn")] + libraries,
            swiftSettings: swiftSettings
        ),
    ]
)
