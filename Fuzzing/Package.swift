// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, since `Scripts/fuzz` builds all modules with the flags of the fuzzer.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "talyn", path: "..", traits: [])
    ],
    targets: [
        // The parsers and the properties that hold for them.
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynCache", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ],
            swiftSettings: swiftSettings
        ),
        // Needs `-sanitize=fuzzer`, and `-enable-testing` for the internal parsers.
        .executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], swiftSettings: swiftSettings),
        // Needs `-enable-testing`, and no sanitizer.
        .executableTarget(
            name: "worst-cases",
            dependencies: [
                .product(name: "Talyn", package: "talyn"),
                .product(name: "TalynCache", package: "talyn"),
                .product(name: "TalynTesting", package: "talyn"),
            ],
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
